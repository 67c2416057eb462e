/** The schemas that `shared/` exports, by the names that the documents give them. */
import type { TSchema } from 'typebox'
import * as aliases from '#shared/schemas/aliases.ts'
import * as appSurface from '#shared/schemas/app-surface.ts'
import * as assets from '#shared/schemas/assets.ts'
import * as libraries from '#shared/schemas/asset-libraries.ts'
import * as classes from '#shared/schemas/attribute-classes.ts'
import * as axes from '#shared/schemas/axes.ts'
import * as backups from '#shared/schemas/backups.ts'
import * as channelFiles from '#shared/schemas/channel-files.ts'
import * as comments from '#shared/schemas/comments.ts'
import * as customChannels from '#shared/schemas/custom-channels.ts'
import * as duplicates from '#shared/schemas/duplicates.ts'
import * as edits from '#shared/schemas/edits.ts'
import * as entities from '#shared/schemas/entities.ts'
import * as errors from '#shared/schemas/errors.ts'
import * as fileReading from '#shared/schemas/file-reading.ts'
import * as generations from '#shared/schemas/generations.ts'
import * as grid from '#shared/schemas/grid.ts'
import * as imports from '#shared/schemas/imports.ts'
import * as jobs from '#shared/schemas/jobs.ts'
import * as notes from '#shared/schemas/notes.ts'
import * as packageResult from '#shared/schemas/package-result.ts'
import * as proposals from '#shared/schemas/proposals.ts'
import * as providers from '#shared/schemas/providers.ts'
import * as quality from '#shared/schemas/quality.ts'
import * as renditions from '#shared/schemas/renditions.ts'
import * as team from '#shared/schemas/team.ts'
import * as variants from '#shared/schemas/variants.ts'
import * as views from '#shared/schemas/views.ts'
import * as watchedFolders from '#shared/schemas/watched-folders.ts'
import { Credential } from '#shared/routes/me.ts'

/** Where the word of the API is shorter than that of the program, or two modules have one name. */
const names: Readonly<Record<string, string>> = {
  AssetRuleDocs: 'AssetRule',
  DuplicateGroup: 'Duplicate',
  GridView: 'View',
  QualityFinding: 'Finding',
}

const modules: readonly object[] = [
  errors,
  edits,
  proposals,
  quality,
  comments,
  notes,
  aliases,
  duplicates,
  axes,
  variants,
  generations,
  jobs,
  assets,
  renditions,
  libraries,
  packageResult,
  fileReading,
  imports,
  customChannels,
  channelFiles,
  classes,
  views,
  grid,
  backups,
  providers,
  team,
  watchedFolders,
  appSurface,
  entities,
  { Credential },
]

/** Every exported schema of an object; the first of a name has it. */
export const moduleSchemas: ReadonlyMap<string, TSchema> = new Map(
  modules
    .flatMap((module) => Object.entries(module))
    .filter(([name, value]) => /^[A-Z]/.test(name) && isObjectSchema(value))
    .map(([name, schema]): [string, TSchema] => [names[name] ?? name, schema])
    .toReversed(),
)

function isObjectSchema(value: unknown): value is TSchema {
  return typeof value === 'object' && value !== null && 'properties' in value
}
