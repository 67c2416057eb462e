/** A file that was chosen before there was a workspace to import it into; it outlives the change of page, not a reload. */
let pending: File | undefined

export function handOverImport(file: File): void {
  pending = file
}

/** The file that waits, once. */
export function takePendingImport(): File | undefined {
  const file = pending
  pending = undefined
  return file
}
