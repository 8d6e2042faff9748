// The fragments of a round's plies: fetched in batches, kept, and fetched ahead of where the reader is.
const BATCH = 16;
const KEPT = 400;
const AHEAD = 10; // a fetch starts when fewer plies than this lie ready

export class PlyStore {
  constructor(url, round, seat, last) {
    this.url = url;
    this.round = round;
    this.seat = seat;
    this.last = last;
    this.kept = new Map();
    this.coming = new Map(); // first ply of a batch -> promise
  }

  put(ply, html) {
    this.kept.delete(ply);
    this.kept.set(ply, html);
    while (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value);
  }

  // The HTML of a ply; rejects when it cannot be fetched.
  async get(ply) {
    if (!this.kept.has(ply)) await this.fetch(this.start(ply));
    const html = this.kept.get(ply);
    if (html === undefined) throw new Error(`no ply ${ply}`);
    return html;
  }

  // Have the neighbours ready: a batch ahead, and the one behind while nobody is in a hurry.
  prefetch(ply, hurried) {
    const near = [ply + AHEAD, ply + 1];
    if (!hurried) near.push(ply - 1);
    for (const one of near) {
      const wanted = Math.max(0, Math.min(this.last, one));
      if (!this.kept.has(wanted)) this.fetch(this.start(wanted)).catch(() => {});
    }
  }

  start(ply) {
    return ply - (ply % BATCH);
  }

  fetch(first) {
    const coming = this.coming.get(first);
    if (coming) return coming;
    const promise = this.load(first).finally(() => this.coming.delete(first));
    this.coming.set(first, promise);
    return promise;
  }

  async load(first) {
    const query = new URLSearchParams({ round: this.round, from: first, to: first + BATCH - 1 });
    if (this.seat !== "") query.set("seat", this.seat);
    const answer = await fetch(`${this.url}?${query}`, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(String(answer.status));
    for (const { ply, html } of (await answer.json()).plies) this.put(ply, html);
  }
}
