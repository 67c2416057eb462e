import { Type, type TSchema } from 'typebox'
import { channelKeys } from '#shared/channels.ts'
import { Uuid } from '#shared/schemas/entities.ts'
import {
  exampleBackupId,
  exampleCode,
  exampleGrantId,
  exampleHash,
  exampleId,
  exampleKeyId,
} from './examples.ts'

interface PathParameter {
  readonly description: string
  readonly schema: TSchema
  readonly example: string
}

const key = Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' })

/** Every `:name` of a path. */
export const pathParameters: Readonly<Record<string, PathParameter>> = {
  id: { description: 'The UUID, in any case.', schema: Uuid, example: exampleId },
  key: { description: 'The key.', schema: key, example: 'price' },
  channel: { description: 'The key of a channel.', schema: Type.Enum([...channelKeys]), example: 'shopify' },
  edit_id: { description: 'What an edit answered as `edit_id`.', schema: Uuid, example: exampleId },
  hash: {
    description: 'The SHA-256 of the bytes, in hexadecimal digits.',
    schema: Type.String({ pattern: '^[0-9a-fA-F]{64}$' }),
    example: exampleHash,
  },
  code: {
    description: 'The code that the page of the agent shows, in any case.',
    schema: Type.String(),
    example: exampleCode,
  },
  grantId: { description: 'The id of a grant.', schema: Type.String(), example: exampleGrantId },
  backupId: { description: 'The id of a backup.', schema: Type.String(), example: exampleBackupId },
  keyId: { description: 'The id of an API key.', schema: Uuid, example: exampleKeyId },
}
