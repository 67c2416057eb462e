/** Why a workspace file (or the data folder's own database) cannot be opened or made. */
import { message, type Sentence, SentenceError } from './messages/message.ts'

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

/** The message is plain English for people: it names the file and the remedy. The file is unchanged. */
export class WorkspaceFileError extends SentenceError {
  readonly kind: WorkspaceFileErrorKind

  constructor(kind: WorkspaceFileErrorKind, sentence: Sentence, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'WorkspaceFileError'
    this.kind = kind
  }
}

export function notOurs(file: string, name: string): WorkspaceFileError {
  return new WorkspaceFileError('not_ours', message('workspace_file.wrong_format', { file, format: name }))
}

export function newer(file: string, name: string): WorkspaceFileError {
  return new WorkspaceFileError('newer', message('workspace_file.newer_format', { file, format: name }))
}

export function locked(file: string, cause: unknown): WorkspaceFileError {
  return new WorkspaceFileError('locked', message('workspace_file.locked', { file }), { cause })
}

export function onNetworkDrive(file: string): WorkspaceFileError {
  return new WorkspaceFileError('network_drive', message('workspace_file.on_network_drive', { file }))
}

/** The file comes from elsewhere and has schema objects that this program does not make. */
export function foreignSchema(file: string, found: string): WorkspaceFileError {
  return new WorkspaceFileError('foreign_schema', message('workspace_file.foreign_content', { file, found }))
}

export function linked(file: string, others: number): WorkspaceFileError {
  return new WorkspaceFileError(
    'linked',
    `${file} has ${others === 1 ? 'another name' : `${others} other names`} on this disk (a hard link), and what is written under one name can be lost under another. Delete the other ${others === 1 ? 'name' : 'names'}, or copy the file and open the copy.`,
  )
}

export function linkedTo(file: string, workspace: string): WorkspaceFileError {
  return new WorkspaceFileError('linked', message('workspace_file.hard_link', { file, workspace }))
}

export function corrupt(file: string, cause?: unknown): WorkspaceFileError {
  return new WorkspaceFileError('corrupt', message('workspace_file.damaged', { file }), {
    cause,
  })
}

export function displaced(file: string): WorkspaceFileError {
  return new WorkspaceFileError('displaced', message('workspace_file.moved', { file }))
}

/** Whether a retry may help: the file may be free, or back in its folder, by then. */
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
  return new WorkspaceFileError('read_only', message('workspace_file.read_only', { file }), { cause })
}

export function unreadable(file: string, cause: unknown): WorkspaceFileError {
  return new WorkspaceFileError(
    'unreadable',
    message('workspace_file.not_readable', { file, why: messageOf(cause) }),
    { cause },
  )
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
