import type { PackageKind } from '#shared/packages.ts'
import type { Answer } from '../answer.ts'
import type { WriteContext } from '../events/record-event.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { enqueueJob } from './queue.ts'

export interface EnqueuePackage {
  /** The id that the job gets. The file to make is kept under it, outside the workspace. */
  readonly id: string
  /** The name of that file, for people. */
  readonly fileName: string
  readonly kind: PackageKind
  /** Of the workspace. */
  readonly name: string
  /** The version of the program. */
  readonly program: string
  readonly context: Pick<WriteContext, 'via'>
}

/** Queues the making of a package: 202 with the job. */
export function enqueuePackage(tx: WritableDb, { id, fileName, context, ...input }: EnqueuePackage): Answer {
  const { kind } = input
  const metadata = { workflow: 'package', via: context.via, file: fileName, kind }
  return enqueueJob(tx, { uuid: id, name: 'package', input, metadata })
}
