import type { ReplicaAddress } from '../replication/replica-address.ts'
import type { ReplicaSettings } from '../replication/litestream-config.ts'
import { type OptionValues, textOption, UsageError } from './command.ts'

/** What `serve` takes of a replica. */
export const replicateOptions = {
  replicate: {
    type: 'string',
    help: 'Keep a replica of everything at file:///folder, sftp://user@host/folder or s3://bucket/folder',
  },
  'replicate-days': { type: 'string', help: 'How many days back a moment can be restored; without it 7' },
} as const

/** Where a replica is kept and for how long; undefined where none is asked for. Rejects with UsageError. */
export async function readReplicateOptions(options: OptionValues): Promise<ReplicaSettings | undefined> {
  const text = textOption(options, 'replicate')
  const days = textOption(options, 'replicate-days')
  if (text === undefined) {
    if (days !== undefined) throw new UsageError('--replicate-days goes with --replicate.')
    return undefined
  }
  const { defaultKeptDays } = await import('../replication/litestream-config.ts')
  return {
    address: await parseReplica(text),
    keptDays: days === undefined ? defaultKeptDays : parseDays(days),
  }
}

/** The address of a replica. Rejects with UsageError. */
export async function parseReplica(text: string): Promise<ReplicaAddress> {
  const { parseReplicaAddress, ReplicaAddressError } = await import('../replication/replica-address.ts')
  try {
    return parseReplicaAddress(text)
  } catch (error) {
    throw error instanceof ReplicaAddressError ? new UsageError(error.message, { cause: error }) : error
  }
}

function parseDays(text: string): number {
  const days = Number(text)
  if (!/^\d+$/.test(text) || days < 1 || days > 366)
    throw new UsageError(`--replicate-days takes a number of days from 1 to 366, not "${text}".`)
  return days
}
