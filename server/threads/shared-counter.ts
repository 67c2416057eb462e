/** A number that several threads see and change, with Atomics only. */
export function sharedCounter(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
}
