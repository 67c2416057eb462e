import type { Tool } from '../tool.ts'
import { attributeClassTools } from './attribute-classes.ts'
import { attributeTools } from './attributes.ts'
import { channelTools } from './channels.ts'
import { schemaTools } from './describe-schema.ts'
import { feedTools } from './events-and-jobs.ts'
import { entityReadTools } from './read-entities.ts'
import { sourceTools } from './sources.ts'
import { viewTools } from './views.ts'
import { entityWriteTools } from './write-entities.ts'

/** Every tool, in the order in which agents read them. */
export const tools: readonly Tool[] = [
  ...schemaTools,
  ...entityReadTools,
  ...entityWriteTools,
  ...attributeTools,
  ...channelTools,
  ...feedTools,
  ...sourceTools,
  ...viewTools,
  ...attributeClassTools,
]
