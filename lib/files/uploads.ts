/**
 * Pictures that a person hands to the agent: kept in <home>/uploads, one file each, 0600. What a
 * file is, is decided by its first bytes, never by its name or by what the sender says.
 */
import { join } from "@std/path";

/** What was kept. The id is also the name of the file. */
export interface Upload {
  /** Where it is; the agent reads it there. */
  readonly path: string;
  readonly id: string;
  readonly type: string;
  readonly bytes: number;
}

/** Why a picture was not kept. */
export interface UploadRefusal {
  readonly refused: "not_an_image" | "too_large" | "full";
  readonly message: string;
}

export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
const MAX_ALL_BYTES = 1024 * 1024 * 1024;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(png|jpg|gif|webp)$/;

const KINDS = [
  { extension: "png", type: "image/png", begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { extension: "jpg", type: "image/jpeg", begins: [0xff, 0xd8, 0xff] },
  { extension: "gif", type: "image/gif", begins: [0x47, 0x49, 0x46, 0x38] },
  { extension: "webp", type: "image/webp", begins: [0x52, 0x49, 0x46, 0x46], at8: "WEBP" },
] as const;

/** The kind of picture that the bytes are, or null. */
export function imageKind(bytes: Uint8Array): (typeof KINDS)[number] | null {
  return KINDS.find((kind) =>
    kind.begins.every((byte, at) => bytes[at] === byte) &&
    (!("at8" in kind) || new TextDecoder().decode(bytes.subarray(8, 12)) === kind.at8)
  ) ?? null;
}

export class Uploads {
  readonly #folder: string;
  readonly #maxAll: number;
  #size: Promise<number> | null = null;

  constructor(home: string, maxAll = MAX_ALL_BYTES) {
    this.#folder = join(home, "uploads");
    this.#maxAll = maxAll;
  }

  /** Keeps a picture. */
  async save(bytes: Uint8Array): Promise<Upload | UploadRefusal> {
    const kind = imageKind(bytes);
    if (kind === null) {
      return { refused: "not_an_image", message: "only PNG, JPEG, GIF and WebP are taken" };
    }
    if (bytes.length > MAX_IMAGE_BYTES) {
      return { refused: "too_large", message: "a picture may have 10 MiB at most" };
    }
    await Deno.mkdir(this.#folder, { recursive: true, mode: 0o700 });
    this.#size ??= sizeOf(this.#folder);
    const size = await this.#size + bytes.length;
    if (size > this.#maxAll) {
      return { refused: "full", message: `there is no room in ${this.#folder}: delete old files` };
    }
    this.#size = Promise.resolve(size);
    const id = `${crypto.randomUUID()}.${kind.extension}`;
    const path = join(this.#folder, id);
    await Deno.writeFile(path, bytes, { mode: 0o600, createNew: true });
    return { id, path, type: kind.type, bytes: bytes.length };
  }

  /** Where a picture of that id would be; null for an id that is not one of ours. */
  path(id: string): string | null {
    return ID.test(id) ? join(this.#folder, id) : null;
  }

  /** The picture, or null. */
  async read(id: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | null> {
    const path = this.path(id);
    const bytes = path === null ? null : await Deno.readFile(path).catch(() => null);
    const kind = bytes === null ? null : imageKind(bytes);
    return bytes === null || kind === null ? null : { bytes, type: kind.type };
  }

  /** Forgets a picture; true if there was one. */
  async remove(id: string): Promise<boolean> {
    const path = this.path(id);
    if (path === null) return false;
    this.#size = null;
    return await Deno.remove(path).then(() => true, () => false);
  }
}

async function sizeOf(folder: string): Promise<number> {
  let size = 0;
  for await (const { name } of Deno.readDir(folder)) {
    size += (await Deno.stat(join(folder, name)).catch(() => ({ size: 0 }))).size;
  }
  return size;
}
