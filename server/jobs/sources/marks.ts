/** Whether bytes are a PDF or a packed office file, which have no plainer form that they could be read in. */
export function isDocument(bytes: Uint8Array): boolean {
  return isPdf(bytes) || isPacked(bytes)
}

/** A few bytes before the sign are common, and readers of PDF pass over them. */
export function isPdf(bytes: Uint8Array): boolean {
  return startOf(bytes).includes('%PDF-')
}

export function isPacked(bytes: Uint8Array): boolean {
  return startOf(bytes).startsWith('PK\x03\x04')
}

function startOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
}
