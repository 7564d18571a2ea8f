import assert from "node:assert/strict";
import { Auth } from "../../lib/http/auth.ts";

const TOKEN = "a-token-that-is-long-enough";

function authAt(start = 1_000_000) {
  const clock = { now: start };
  return { auth: new Auth(TOKEN, () => clock.now), clock };
}

Deno.test("a code works once, and not after its time", () => {
  const { auth, clock } = authAt();
  const code = auth.createCode();
  assert.equal(auth.useCode(code + "x"), false);
  assert.equal(auth.useCode(code), true);
  assert.equal(auth.useCode(code), false);
  const late = auth.createCode();
  clock.now += 25 * 60 * 60 * 1_000;
  assert.equal(auth.useCode(late), false);
});

Deno.test("codes are bounded: the oldest lapses first", () => {
  const { auth } = authAt();
  const codes = Array.from({ length: 33 }, () => auth.createCode());
  assert.equal(auth.useCode(codes[0]!), false);
  assert.equal(auth.useCode(codes[32]!), true);
});

Deno.test("only the token is the token", () => {
  const { auth } = authAt();
  assert.equal(auth.isToken(TOKEN), true);
  for (const wrong of ["", TOKEN + " ", TOKEN.slice(1), TOKEN.toUpperCase()]) {
    assert.equal(auth.isToken(wrong), false, wrong);
  }
});

Deno.test("a cookie outlives a restart, but not a change of the token, its age or any letter", () => {
  const { auth, clock } = authAt();
  const cookie = auth.createCookie();
  assert.equal(new Auth(TOKEN, () => clock.now).isCookie(cookie), true);
  assert.equal(new Auth("another-token-of-length", () => clock.now).isCookie(cookie), false);
  assert.equal(new Auth(TOKEN, () => clock.now + 31 * 86_400_000).isCookie(cookie), false);
  assert.equal(new Auth(TOKEN, () => clock.now - 1).isCookie(cookie), false);
  for (let at = 0; at < cookie.length; at++) {
    const other = cookie[at] === "A" ? "B" : "A";
    assert.equal(auth.isCookie(cookie.slice(0, at) + other + cookie.slice(at + 1)), false, `${at}`);
  }
  for (const junk of ["", ".", "v1", "v1.x.y.", "v1.NaN.a.b"]) {
    assert.equal(auth.isCookie(junk), false);
  }
});

Deno.test("after ten failures in a minute one is told how long to wait", () => {
  const { auth, clock } = authAt();
  for (let at = 0; at < 10; at++) assert.equal(auth.fail(), null);
  assert.equal(auth.fail(), 60);
  clock.now += 59_000;
  assert.equal(auth.fail(), 1);
  clock.now += 1_000;
  assert.equal(auth.fail(), null);
});
