/** `npm run generate`: writes the types of the client from the OpenAPI document. */
import { writeFileSync } from 'node:fs'
import { clientTypesFile, renderClientTypes } from './client-types.ts'

writeFileSync(clientTypesFile, await renderClientTypes())
