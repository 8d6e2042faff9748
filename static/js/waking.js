// A page that comes back into sight after a while does not trust its connection: phones take it away and tell nobody.
// (The live table looks after itself, and more closely.)

const ASLEEP = 10000; // ms out of sight after which the connection is made anew

export function wakes(socket) {
  let hiddenAt = Date.now();
  const renew = () => {
    socket.drop();
    socket.wake();
  };
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hiddenAt = Date.now();
    else if (Date.now() - hiddenAt >= ASLEEP) renew();
    else socket.wake();
  });
  addEventListener("pageshow", (event) => event.persisted && renew());
  addEventListener("online", renew); // a connection of the network before would not notice for a long time
}
