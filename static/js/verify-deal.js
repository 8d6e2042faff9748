// docs/fairness.md once more, in the browser's own SHA-256: commitment, keystream, shuffle, chain. No page in here: each
// check takes record.json and log.json and gives "" when all is well, else what does not fit.
const encoder = new TextEncoder();
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytes = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

export const sha256 = async (data) => hex(await crypto.subtle.digest("SHA-256", data));

async function hmac(key, message) {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const data = typeof message === "string" ? encoder.encode(message) : message;
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, data));
}

// The bytes HMAC(key, 0), HMAC(key, 1), ..., one after the other; the counter has 8 bytes, most significant first.
class Keystream {
  constructor(key) {
    this.key = key;
    this.counter = 0;
    this.block = new Uint8Array();
    this.at = 0;
  }

  async next() {
    if (this.at === this.block.length) {
      const counter = new DataView(new ArrayBuffer(8));
      counter.setUint32(4, this.counter);
      this.block = await hmac(this.key, new Uint8Array(counter.buffer));
      this.counter += 1;
      this.at = 0;
    }
    return this.block[this.at++];
  }

  async below(bound) {
    const limit = 256 - (256 % bound);
    for (;;) {
      const byte = await this.next();
      if (byte < limit) return byte % bound;
    }
  }

  async shuffled(items) {
    const shuffled = [...items];
    for (let i = shuffled.length - 1; i > 0; i -= 1) {
      const j = await this.below(i + 1);
      [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
    }
    return shuffled;
  }
}

const RANKS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "C", "+1", "+2"];
const order = (card) => RANKS.indexOf(card.slice(1)) * 3 + "RBG".indexOf(card[0]);
export const sorted = (cards) => [...cards].sort((one, other) => order(one) - order(other));

export async function deal(secret, nonces, round, cards, seats) {
  const key = await hmac(bytes(secret), `deal:${round}:${nonces.join(",")}`);
  const stream = new Keystream(key);
  const first = await stream.below(seats);
  const piles = await stream.shuffled([...Array(seats).keys()]);
  return { first_seat: first, pile_order: piles, deck: await stream.shuffled(sorted(cards)) };
}

export async function botNonce(secret, seat) {
  return hex(await hmac(bytes(secret), `bot:${seat}`));
}

// JSON with sorted keys and no spaces, as Python's json.dumps writes it.
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const pairs = Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${pairs.join(",")}}`;
}

export async function eventHash(previous, secret, event) {
  const salt = hex(await hmac(bytes(secret), `salt:${event.seq}`));
  return sha256(encoder.encode([previous, salt, canonical(event)].join("\n")));
}

async function startOf(record, round) {
  const seats = record.seats.length;
  const option = record.options.first_seat;
  const drawn = option === "random" ? (await deal(record.secret, record.nonces, 1, [], seats)).first_seat : option;
  return (drawn + round - 1) % seats;
}

const MARKS = new Set(["away", "resume", "stand_in", "stopped"]); // events of a round that are no moves

export const CHECKS = {
  async commitment({ record }) {
    const made = await sha256(bytes(record.secret));
    return made === record.commitment ? "" : `SHA-256: ${made}`;
  },

  async nonces({ record }) {
    if (record.nonces_of === "entrants") return ""; // a duplicate event's: not the seats' own
    for (const [seat, { kind }] of record.seats.entries()) {
      if (kind !== "bot") continue;
      if (record.nonces[seat] !== (await botNonce(record.secret, seat))) return `${seat}: ${record.nonces[seat]}`;
    }
    return "";
  },

  async draws({ record }) {
    for (const [index, { draws, deck }] of record.rounds.entries()) {
      const due = await deal(record.secret, record.nonces, index + 1, deck, record.seats.length);
      const start = await startOf(record, index + 1);
      if (draws.first_seat !== start) return `first_seat: ${draws.first_seat} ≠ ${start}`;
      if (draws.pile_order && canonical(draws.pile_order) !== canonical(due.pile_order)) {
        return `pile_order: ${draws.pile_order} ≠ ${due.pile_order}`;
      }
    }
    return "";
  },

  async deck({ record }) {
    for (const [index, { deck }] of record.rounds.entries()) {
      const due = await deal(record.secret, record.nonces, index + 1, deck, record.seats.length);
      const at = deck.findIndex((card, place) => card !== due.deck[place]);
      if (at >= 0) return `${index + 1}, ${at + 1}: ${deck[at]} ≠ ${due.deck[at]}`;
    }
    return "";
  },

  async chain({ record, log }) {
    let previous = record.commitment;
    for (const [index, { hash, ...event }] of log.events.entries()) {
      if (event.seq !== index + 1) return `${index + 1}`;
      if (hash !== (await eventHash(previous, record.secret, event))) return `${event.seq}: ${event.kind}`;
      previous = hash;
    }
    return "";
  },

  async actions({ record, log }) {
    for (const [index, { actions, deck }] of record.rounds.entries()) {
      const events = log.events.filter((event) => event.round === index + 1);
      const dealt = events.find((event) => event.kind === "dealt");
      if (!dealt || canonical(dealt.data.deck) !== canonical(deck)) return `${index + 1}`;
      const logged = events.filter((event) => event.kind === "action");
      const before = dealt.data.forfeited.map((seat) => [seat, "forfeit"]);
      const due = [...before, ...logged.map((event) => [event.seat, event.action])];
      const said = actions.map(([seat, action]) => [seat, action]);
      if (canonical(due) !== canonical(said)) return `${index + 1}`;
      const marks = events.filter((event) => MARKS.has(event.kind)).map((event) => [event.seat, event.kind]);
      if (canonical(marks) !== canonical(record.rounds[index].events.map(([seat, kind]) => [seat, kind]))) {
        return `${index + 1}`;
      }
    }
    return "";
  },
};
