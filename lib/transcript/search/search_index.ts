/**
 * The full-text index of all transcripts, in SQLite: derived, so it may be deleted at any time, and
 * one that cannot be used is made anew. Runs in a worker: its calls block. Knows texts and
 * numbers, nothing of files of transcripts.
 */
import { DatabaseSync } from "node:sqlite";

/** A text to be found again, under the number of its entry. */
export interface IndexedText {
  readonly number: number;
  readonly role: string;
  readonly ts: string;
  /** Null removes what was there. */
  readonly text: string | null;
}

/** A found entry. Parts of `snippet` between \u0001 and \u0002 are what was looked for. */
export interface IndexHit {
  readonly conversation: string;
  readonly number: number;
  readonly role: string;
  readonly ts: string;
  readonly snippet: string;
}

/** How far a transcript is in the index: its entries, and the bytes that its file had then. */
export interface Covered {
  readonly number: number;
  readonly bytes: number;
}

const VERSION = 1;
const SCHEMA = `
  create table covered (conversation text primary key, number integer, bytes integer);
  create table entry (
    id integer primary key, conversation text not null, number integer not null,
    role text not null, ts text not null, unique (conversation, number));
  create virtual table body using fts5(
    text, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3');
  pragma user_version = ${VERSION};`;
const SNIPPET = "snippet(body, 0, char(1), char(2), '…', 24)";

export class SearchIndex {
  readonly #path: string;
  #db: DatabaseSync;
  /** How often it had to be emptied. */
  emptied = 0;

  /** Opens the file, or makes a new one where there is none that can be used. */
  constructor(path: string) {
    this.#path = path;
    this.#db = openUsable(path) ?? openFresh(path);
  }

  /** Does something with the index; one that turns out to be damaged is emptied first. */
  use<T>(action: (index: SearchIndex) => T): T {
    try {
      return action(this);
    } catch (error) {
      if (!isDamaged(error)) throw error;
      this.#db.close();
      this.#db = openFresh(this.#path);
      this.emptied++;
      return action(this);
    }
  }

  /** Puts texts of one conversation in, all or none. */
  add(conversation: string, texts: readonly IndexedText[], covered: Covered): void {
    const find = this.#db.prepare("select id from entry where conversation = ? and number = ?");
    const addEntry = this.#db.prepare(
      "insert into entry (conversation, number, role, ts) values (?, ?, ?, ?)",
    );
    const addBody = this.#db.prepare("insert into body (rowid, text) values (?, ?)");
    this.#atOnce(() => {
      for (const { number, role, ts, text } of texts) {
        const known = find.get(conversation, number);
        if (known !== undefined) this.#remove(Number(known.id));
        if (text === null) continue;
        const { lastInsertRowid } = addEntry.run(conversation, number, role, ts);
        addBody.run(lastInsertRowid, text);
      }
      this.#db.prepare("insert or replace into covered values (?, ?, ?)")
        .run(conversation, covered.number, covered.bytes);
    });
  }

  /** Forgets a conversation. */
  remove(conversation: string): void {
    this.#atOnce(() => {
      const ids = this.#db.prepare("select id from entry where conversation = ?").all(conversation);
      for (const { id } of ids) this.#remove(Number(id));
      this.#db.prepare("delete from covered where conversation = ?").run(conversation);
    });
  }

  /** How far each conversation is in. */
  covered(): Map<string, Covered> {
    const rows = this.#db.prepare("select conversation, number, bytes from covered").all();
    return new Map(rows.map(({ conversation, number, bytes }) => [
      String(conversation),
      { number: Number(number), bytes: Number(bytes) },
    ]));
  }

  /** The latest entries that match, newest first; ranking all of them would take too long. */
  search(query: string, limit: number, conversation: string | null): IndexHit[] {
    const where = conversation === null ? "" : "and entry.conversation = :conversation";
    const rows = this.#db.prepare(
      `select entry.conversation, entry.number, entry.role, entry.ts, ${SNIPPET} as snippet
       from body join entry on entry.id = body.rowid
       where body match :query ${where} order by body.rowid desc limit :limit`,
    ).all({ query, limit, ...(conversation === null ? {} : { conversation }) });
    return rows.map((row) => ({
      conversation: String(row.conversation),
      number: Number(row.number),
      role: String(row.role),
      ts: String(row.ts),
      snippet: String(row.snippet),
    }));
  }

  close(): void {
    this.#db.close();
  }

  #remove(id: number): void {
    this.#db.prepare("delete from body where rowid = ?").run(id);
    this.#db.prepare("delete from entry where id = ?").run(id);
  }

  #atOnce(change: () => void): void {
    this.#db.exec("begin");
    try {
      change();
      this.#db.exec("commit");
    } catch (error) {
      // A damaged file may refuse even that; what happened first is what counts.
      if (!isDamaged(error)) this.#db.exec("rollback");
      throw error;
    }
  }
}

/** SQLite's own words: the file is damaged, is no database, or has lost its tables. */
function isDamaged(error: unknown): boolean {
  const text = error instanceof Error ? error.message : "";
  return /malformed|not a database|corrupt|no such table|vtable constructor|disk I\/O error/i.test(
    text,
  );
}

/** Null if the file is no index of ours, or of another version. */
function openUsable(path: string): DatabaseSync | null {
  let db: DatabaseSync | null = null;
  try {
    db = opened(path);
    const version = Number(db.prepare("pragma user_version").get()?.user_version);
    if (version === VERSION) return db;
  } catch {
    // Told by the answer.
  }
  db?.close();
  return null;
}

function openFresh(path: string): DatabaseSync {
  for (const end of ["", "-wal", "-shm"]) {
    try {
      Deno.removeSync(path + end);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  const db = opened(path);
  db.exec(SCHEMA);
  return db;
}

function opened(path: string): DatabaseSync {
  // Made here, so that it is for its owner only; SQLite gives its other files the same mode.
  Deno.openSync(path, { write: true, create: true, mode: 0o600 }).close();
  const db = new DatabaseSync(path);
  // It can be made again: speed counts more than surviving a power cut.
  db.exec("pragma journal_mode = wal; pragma synchronous = off; pragma busy_timeout = 2000");
  return db;
}
