/** Why a workspace file (or the data folder's own database) cannot be opened or made. */
export type WorkspaceFileErrorKind =
  | 'missing'
  | 'directory'
  | 'empty'
  | 'not_ours'
  | 'newer'
  | 'read_only'
  | 'unreadable'
  | 'locked'
  | 'network_drive'
  | 'linked'
  | 'in_use'
  | 'corrupt'
  | 'exists'
  | 'bad_name'
  | 'migration_failed'
  | 'displaced'
  | 'foreign_schema'

/** The message is plain English for people: it names the file and says what to do. The file is as it was. */
export class WorkspaceFileError extends Error {
  readonly kind: WorkspaceFileErrorKind

  constructor(kind: WorkspaceFileErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'WorkspaceFileError'
    this.kind = kind
  }
}

export function notOurs(file: string, name: string): WorkspaceFileError {
  return new WorkspaceFileError(
    'not_ours',
    `${file} is not a ${name}. Choose another file; spreadsheets and CSV files can be imported into a workspace.`,
  )
}

export function newer(file: string, name: string): WorkspaceFileError {
  return new WorkspaceFileError(
    'newer',
    `${file} was made by a newer Vitrine than this one. Install the newest Vitrine to open this ${name}.`,
  )
}

export function locked(file: string, cause: unknown): WorkspaceFileError {
  return new WorkspaceFileError(
    'locked',
    `${file} is locked by another program. Close that program, then try again.`,
    { cause },
  )
}

export function onNetworkDrive(file: string): WorkspaceFileError {
  return new WorkspaceFileError(
    'network_drive',
    `${file} is on a network drive, where two computers could write to it at once and damage it. Copy it to a disk of this computer and open the copy.`,
  )
}

/** It comes from elsewhere and holds what this program does not make. */
export function foreignSchema(file: string, found: string): WorkspaceFileError {
  return new WorkspaceFileError(
    'foreign_schema',
    `${file} was not opened: it has ${found}, which Vitrine does not make. Nothing in it was changed. Ask whoever it comes from for a package of the workspace.`,
  )
}

/** The file has other names (hard links) on its disk. */
export function linked(file: string, others: number): WorkspaceFileError {
  return new WorkspaceFileError(
    'linked',
    `${file} has ${others === 1 ? 'another name' : `${others} other names`} on this disk (a hard link), and what is written under one name can be lost under another. Delete the other ${others === 1 ? 'name' : 'names'}, or copy the file and open the copy.`,
  )
}

/** The path is another name (a hard link) of the file of a workspace that is listed. */
export function linkedTo(file: string, workspace: string): WorkspaceFileError {
  return new WorkspaceFileError(
    'linked',
    `${file} is another name (a hard link) of the file of the workspace ${workspace}, and what is written under one name can be lost under the other. Open ${workspace}, and delete this name, or copy the file and open the copy.`,
  )
}

export function corrupt(file: string, cause?: unknown): WorkspaceFileError {
  return new WorkspaceFileError(
    'corrupt',
    `${file} is damaged and was left as it is. Restore a backup of it.`,
    {
      cause,
    },
  )
}

/** The name leads to another file now, or to none. */
export function displaced(file: string): WorkspaceFileError {
  return new WorkspaceFileError(
    'displaced',
    `${file} was moved, deleted or replaced while Vitrine had it open, so nothing is saved there any more. Make a backup now, which keeps all that was saved; then put the file back, or restore that backup.`,
  )
}

/** Whether trying again may help: the file may be free, or back in its place, by then. */
export const mayPass: Readonly<Record<WorkspaceFileErrorKind, boolean>> = {
  missing: true,
  directory: false,
  empty: false,
  not_ours: false,
  newer: false,
  read_only: false,
  unreadable: true,
  locked: true,
  network_drive: false,
  linked: false,
  in_use: true,
  corrupt: false,
  exists: false,
  bad_name: false,
  migration_failed: false,
  displaced: true,
  foreign_schema: false,
}

export function readOnly(file: string, cause: unknown): WorkspaceFileError {
  return new WorkspaceFileError(
    'read_only',
    `${file} or its folder cannot be written to. Change the permissions, or copy the file to a folder of yours and open the copy.`,
    { cause },
  )
}

export function unreadable(file: string, cause: unknown): WorkspaceFileError {
  return new WorkspaceFileError(
    'unreadable',
    `${file} cannot be read (${messageOf(cause)}). Check its permissions and the disk, then try again.`,
    { cause },
  )
}

/** What an unknown thrown value says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
