import { Type } from 'typebox'
import {
  exampleBackupId,
  exampleCode,
  exampleGrantId,
  exampleHash,
  exampleId,
  exampleKeyId,
  exampleWorkspaceId,
} from '#shared/routes/examples.ts'
import { listQuery, required, type Parameter, type Parameters } from '#shared/routes/parameters.ts'
import { ChannelKeySchema } from '#shared/schemas/channels.ts'
import { Uuid } from '#shared/schemas/entities.ts'

/** What a name in a path means where the row of the route does not say it. */
export const pathParameters: Parameters = {
  id: required(Uuid, 'The UUID, in any case.', exampleId),
  key: required(Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' }), 'The key.', 'price'),
  channel: required(ChannelKeySchema, 'The key of a channel.', 'shopify'),
  edit_id: required(Uuid, 'What an edit answered as `edit_id`.', exampleId),
  hash: required(
    Type.String({ pattern: '^[0-9a-fA-F]{64}(\\.[a-zA-Z0-9]+)?$' }),
    'The SHA-256 of the bytes, in hexadecimal digits, with or without the extension that the path in a value has.',
    exampleHash,
  ),
  code: required(Type.String(), 'The code that the page of the agent shows, in any case.', exampleCode),
  grantId: required(Type.String(), 'The id of a grant.', exampleGrantId),
  backupId: required(Type.String(), 'The id of a backup.', exampleBackupId),
  keyId: required(Uuid, 'The id of an API key.', exampleKeyId),
}

/** The header by which a call of the owner names its workspace. */
export const workspaceParameter = required(Uuid, 'The id of the workspace.', exampleWorkspaceId)

/** Parameters that many routes take alike, by their name in the document. */
export const sharedParameters: Parameters = listQuery

/** Tells whether the document refers to a shared parameter for this one. */
export function isShared(name: string, parameter: Parameter): boolean {
  return sharedParameters[name] === parameter
}
