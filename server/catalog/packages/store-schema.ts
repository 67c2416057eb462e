import type { AttributeCreate } from '#shared/attributes.ts'
import { entityTypes } from '#shared/entities.ts'
import type { PackagedAttribute, PackagedChannel, PackageSchema } from '#shared/packages.ts'
import { AttributeCreate as AttributeCreateSchema } from '#shared/schemas/attributes.ts'
import { keysOf } from '#shared/text.ts'
import { attributesOf, orderAttributes } from '../../store/tables/attributes.ts'
import { insertAutomation } from '../../store/tables/automations.ts'
import { freshState, putExportProfileRow, putFeedRow } from '../../store/tables/feeds.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { createAttributeClass } from '../attribute-classes/attribute-classes.ts'
import { defineAttribute } from '../attributes/define-attribute.ts'
import { createChannel } from '../channels/custom-channels.ts'
import { restoreLearned } from '../channels/learned-fields.ts'
import { disableChannel, enableChannel, mapChannel } from '../channels/set-up-channel.ts'
import { createSavedAction } from '../edits/saved-actions.ts'
import { CatalogError, Faults, conflict } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { createImportProfile } from '../imports/plan/profiles.ts'
import { scheduleFaults } from '../schedules/schedules.ts'
import { storePackagedRule } from '../quality/packaged-quality.ts'
import { createView } from '../views/views.ts'
import { asError } from '#shared/interrupted.ts'
import { message, type Sentence } from '#shared/messages/message.ts'

export function storeAttributes(
  tx: WritableDb,
  attributes: readonly PackagedAttribute[],
  context: WriteContext,
): void {
  let waiting = attributes
  while (waiting.length > 0) {
    const refused = waiting.flatMap((config) => {
      const fault = defineOne(tx, config, context)
      return fault ? [{ config, fault }] : []
    })
    const [first] = refused
    // No remaining definition succeeded, so the package lacks an attribute that they need.
    if (first && refused.length === waiting.length)
      throw asDamage(`the attribute ${first.config.key}`, first.fault)
    waiting = refused.map(({ config }) => config)
  }
  for (const type of entityTypes) {
    const { byKey } = attributesOf(tx, type)
    const ordered = attributes.filter((config) => config.entity_type === type)
    orderAttributes(
      tx,
      ordered.flatMap(({ key }) => byKey.get(key)?.id ?? []),
    )
  }
}

function defineOne(
  tx: WritableDb,
  config: PackagedAttribute,
  context: WriteContext,
): CatalogError | undefined {
  const names = keysOf(AttributeCreateSchema.properties).filter((name) => config[name] !== undefined)
  const body: AttributeCreate = Object.fromEntries(names.map((name) => [name, config[name]]))
  try {
    defineAttribute(tx, body, new Faults(), context, config.id)
    return undefined
  } catch (error) {
    if (error instanceof CatalogError && error.code === 'validation_failed') return error
    throw asDamage(`the attribute ${config.key}`, error)
  }
}

export function storeArrangements(tx: WritableDb, schema: PackageSchema, context: WriteContext): void {
  for (const { id: uuid, ...body } of schema.attribute_classes)
    explained(`the attribute class ${body.name}`, () => createAttributeClass(tx, { body, faults: [], uuid }))
  for (const { id: uuid, ...body } of schema.views)
    explained(`the view ${body.name}`, () => createView(tx, { body, faults: [], uuid }))
  for (const { id: uuid, ...body } of schema.import_profiles)
    explained(`the import profile ${body.name}`, () => createImportProfile(tx, { body, faults: [], uuid }))
  for (const { id: uuid, broken: _broken, ...body } of schema.saved_actions ?? [])
    explained(`the saved action ${body.name}`, () =>
      createSavedAction(tx, { body, faults: [], uuid, isPackaged: true }),
    )
  for (const channel of schema.channels)
    explained(`the channel ${channel.key}`, () => storeChannel(tx, channel, context))
  storeAutomations(tx, schema)
  storeFeeds(tx, schema)
  for (const rule of schema.quality_rules ?? [])
    explained(`the rule ${rule.key}`, () => storePackagedRule(tx, rule))
}

/** They arrive off: somebody here looks at them first, and they run as them. */
function storeAutomations(tx: WritableDb, { automations = [] }: PackageSchema): void {
  for (const { id: uuid, name, entity_type: type, ...said } of automations)
    insertAutomation(tx, {
      uuid,
      name,
      type,
      definition: { ...said, unbounded: false },
      isOn: false,
      runAs: null,
      offReason: message('automation.came_elsewhere'),
      position: 0,
      depth: 0,
      causedBy: null,
      nextRun: null,
      failures: 0,
      ok: 0,
      failed: 0,
      lastRun: null,
    })
}

const noConnection = '00000000-0000-0000-0000-000000000000'
const unsaid = { missing: 'leave', on_change_only: true, with_report: false, shield: null } as const

/** They arrive off and without a connection, which somebody chooses here; then all of it is checked anew. */
function storeFeeds(tx: WritableDb, { feeds = [], export_profiles: profiles = [] }: PackageSchema): void {
  for (const { id: uuid, name, ...request } of profiles) putExportProfileRow(tx, { uuid, name, request })
  for (const { id: uuid, name, ...said } of feeds) {
    const { trigger } = said
    if (trigger.on === 'schedule' && scheduleFaults(trigger).length > 0)
      throw damaged(`schema.json has a schedule of the feed ${name} that never comes or is too often.`)
    const definition = { ...unsaid, ...said, connection: noConnection }
    putFeedRow(tx, { uuid, name, isOn: false, definition, state: freshState })
  }
}

function storeChannel(
  tx: WritableDb,
  { key, enabled, own, learned, ...body }: PackagedChannel,
  context: WriteContext,
): void {
  const rest = { key, faults: [], context }
  if (own) {
    const { id: uuid, ...made } = own
    createChannel(tx, { body: { key, ...made }, faults: [], context, uuid })
  }
  mapChannel(tx, { ...rest, body })
  if (learned) restoreLearned(tx, key, learned)
  if (enabled) enableChannel(tx, rest)
  else if (own) disableChannel(tx, rest)
}

function explained(what: string, make: () => unknown): void {
  try {
    make()
  } catch (error) {
    throw asDamage(what, error)
  }
}

export function refuseRepeatedIds(schema: PackageSchema): void {
  for (const list of [
    schema.attributes,
    schema.attribute_classes,
    schema.views,
    schema.import_profiles,
    schema.saved_actions ?? [],
    schema.quality_rules ?? [],
    schema.automations ?? [],
    schema.export_profiles ?? [],
    schema.feeds ?? [],
  ]) {
    const ids = list.map(({ id }) => id)
    const repeated = ids.find((id, index) => ids.indexOf(id) < index)
    if (repeated !== undefined) throw damaged(`schema.json has the id ${repeated} twice.`)
  }
}

export function damaged(what: Sentence): CatalogError {
  return conflict(message('package.not_opened', { sentence: what }))
}

/** As `damaged`, for refusals of the catalog; any other error is returned unchanged. */
function asDamage(field: string, error: unknown): Error {
  if (!(error instanceof CatalogError)) return asError(error)
  const [fault] = error.fieldErrors
  const reason = fault === undefined ? error.message : `${fault.field}: ${fault.message ?? fault.issue}`
  return damaged(`${field} is refused, ${reason}.`)
}
