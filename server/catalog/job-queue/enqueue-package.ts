import { basename } from 'node:path'
import type { PackageKind } from '#shared/packages.ts'
import type { Answer } from '../answer.ts'
import type { WriteContext } from '../events/record-event.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { nextIdentity } from '../../store/tables/identities.ts'
import { enqueueJob } from './queue.ts'

export interface EnqueuePackage {
  /** The file to make. */
  readonly file: string
  readonly kind: PackageKind
  /** Of the workspace. */
  readonly name: string
  /** The version of the program. */
  readonly program: string
  readonly context: Pick<WriteContext, 'via'>
}

/** Queues the making of a package: 202 with the job. */
export function enqueuePackage(tx: WritableDb, { context, ...input }: EnqueuePackage): Answer {
  const { file, kind } = input
  const metadata = { workflow: 'package', via: context.via, file: basename(file), kind }
  return enqueueJob(tx, { uuid: nextIdentity(tx).uuid, name: 'package', input, metadata })
}
