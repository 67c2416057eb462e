export interface StartError {
  readonly message: string
  readonly detail: string
}

const remedies: Record<string, string> = {
  ENOTDIR: 'A part of this path is a file, not a folder. Name another folder with --data DIR.',
  EEXIST:
    'There is a file of that name where a folder is needed. Move it away or name another folder with --data DIR.',
  EACCES: 'You may not write there. Give yourself access to the folder or name another one with --data DIR.',
  EPERM: 'You may not write there. Give yourself access to the folder or name another one with --data DIR.',
  EROFS: 'That disk can only be read. Name a folder on another disk with --data DIR.',
  ENOSPC: 'The disk is full. Free some space and start again.',
  EADDRINUSE: 'Another program uses the port. Close it and start again.',
}

/** What the start-up error says: which folder could not be used, why, and what to do. */
export function describeStartError(error: unknown, dataFolder: string): StartError {
  const { code, message, name } = toError(error)
  const headline = `Vitrine could not start with the data folder ${dataFolder}.`
  // Its message is written for people and already says what to do.
  if (name === 'WorkspaceFileError') return { message: headline, detail: message }
  const remedy = remedies[code ?? ''] ?? 'Please send this text to the makers of Vitrine.'
  return { message: headline, detail: `${remedy}\n\n${message}` }
}

/** What is said when a file cannot be opened while the app runs. */
export function describeOpenError(error: unknown, file: string): StartError {
  return { message: `${file} could not be opened.`, detail: toError(error).message }
}

export function toError(error: unknown): NodeJS.ErrnoException {
  return error instanceof Error ? error : new Error(String(error))
}
