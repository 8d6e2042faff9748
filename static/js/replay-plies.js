// The fragments of a round's plies: fetched when asked for, kept, and fetched ahead of where the reader is.
const BATCH = 12;
const KEPT = 400;

export class PlyStore {
  constructor(url, round, seat, last) {
    this.url = url;
    this.round = round;
    this.seat = seat;
    this.last = last;
    this.kept = new Map();
    this.coming = new Map(); // ply -> promise of the answer that brings it
  }

  put(ply, html) {
    this.kept.delete(ply);
    this.kept.set(ply, html);
    while (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value);
  }

  // The HTML of a ply; rejects when it cannot be fetched. After a jump it comes alone, which is quickest.
  async get(ply) {
    if (!this.kept.has(ply)) await (this.coming.get(ply) ?? this.fetch(ply, ply));
    const html = this.kept.get(ply);
    if (html === undefined) throw new Error(`no ply ${ply}`);
    return html;
  }

  // Have the neighbours ready: a batch ahead as soon as half of it is used up, and the ply behind.
  prefetch(ply) {
    const ahead = Math.min(this.last, ply + BATCH / 2);
    if (this.lacks(ahead) || this.lacks(ply + 1)) {
      let first = ply + 1;
      while (first <= this.last && !this.lacks(first)) first += 1;
      if (first <= this.last) this.fetch(first, Math.min(this.last, first + BATCH - 1)).catch(() => {});
    }
    if (this.lacks(ply - 1)) this.fetch(Math.max(0, ply - 4), ply - 1).catch(() => {});
  }

  lacks(ply) {
    return ply >= 0 && ply <= this.last && !this.kept.has(ply) && !this.coming.has(ply);
  }

  fetch(first, last) {
    const promise = this.load(first, last).finally(() => {
      for (let ply = first; ply <= last; ply += 1) if (this.coming.get(ply) === promise) this.coming.delete(ply);
    });
    for (let ply = first; ply <= last; ply += 1) if (!this.coming.has(ply)) this.coming.set(ply, promise);
    return promise;
  }

  async load(first, last) {
    const query = new URLSearchParams({ round: this.round, from: first, to: last });
    if (this.seat !== "") query.set("seat", this.seat);
    const answer = await fetch(`${this.url}?${query}`, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(String(answer.status));
    for (const { ply, html } of (await answer.json()).plies) this.put(ply, html);
  }
}
