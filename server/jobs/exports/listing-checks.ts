import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ajv2019 as AjvClass, ErrorObject, ValidateFunction } from 'ajv/dist/2019.js'
import type { CheckListing } from '../../catalog/channel-files/channel-layout.ts'
import { CatalogError } from '../../catalog/errors.ts'

const maxBytes = 16 * 2 ** 20
const shownFaults = 5

/**
 * Checks listings by Amazon's schemas of product types, which the owner puts into a folder as `CHAIR.json`.
 * The validator costs 9 MB and loads only with a schema; each compiles with the first product of its type.
 */
export async function loadListingChecks(folder: string): Promise<CheckListing | undefined> {
  const schemas = await readSchemas(folder)
  if (schemas.size === 0) return undefined
  const { Ajv2019 } = await import('ajv/dist/2019.js')
  const checks = new Map<string, ValidateFunction>()
  return (productType, attributes) => {
    const schema = schemas.get(productType)
    if (!schema) return undefined
    const check =
      checks.get(productType) ??
      compile(new Ajv2019({ strict: false, allErrors: true, verbose: true }), schema, productType)
    checks.set(productType, check)
    return check(attributes) ? [] : describeFaults(check.errors ?? [])
  }
}

async function readSchemas(folder: string): Promise<Map<string, object>> {
  const names = await readdir(folder).catch(() => [])
  const schemas = new Map<string, object>()
  for (const name of names.filter((one) => one.endsWith('.json'))) {
    const file = join(folder, name)
    const { size } = await stat(file)
    if (size > maxBytes) throw refusal(name, 'It is larger than 16 MiB.')
    schemas.set(name.slice(0, -'.json'.length), parseSchema(await readFile(file, 'utf8'), name))
  }
  return schemas
}

function parseSchema(text: string, name: string): object {
  try {
    const schema: unknown = JSON.parse(text)
    if (typeof schema === 'object' && schema !== null && !Array.isArray(schema)) return schema
  } catch {
    // A text that is no JSON is refused below.
  }
  throw refusal(name, 'It is no JSON object.')
}

function refusal(name: string, why: string): CatalogError {
  const remedy = 'Put the schema there that the Product Type Definitions API gives, or take the file away.'
  return new CatalogError(
    'validation_failed',
    `product-types/${name} is no schema of a product type. ${why} ${remedy}`,
  )
}

/** Adds Amazon's vocabulary to the standard one: lengths in bytes, and the number of entries of a kind. */
function compile(ajv: AjvClass, schema: object, productType: string): ValidateFunction {
  ajv.addKeyword({
    keyword: 'maxUtf8ByteLength',
    type: 'string',
    validate: (max: number, text: string) => Buffer.byteLength(text) <= max,
  })
  ajv.addKeyword({
    keyword: 'minUtf8ByteLength',
    type: 'string',
    validate: (min: number, text: string) => Buffer.byteLength(text) >= min,
  })
  ajv.addKeyword({
    keyword: 'maxUniqueItems',
    type: 'array',
    validate: (max: number, list: unknown[]) => list.length <= max,
  })
  ajv.addKeyword({
    keyword: 'minUniqueItems',
    type: 'array',
    validate: (min: number, list: unknown[]) => list.length >= min,
  })
  // Amazon's dialect is 2019-09 with the keywords above, so its meta-schema need not be fetched.
  const { $schema: _dialect, $id: _id, ...plain } = schema as Record<string, unknown>
  try {
    return ajv.compile(plain)
  } catch (error) {
    throw refusal(`${productType}.json`, error instanceof Error ? `${error.message}.` : '')
  }
}

const words: Readonly<Record<string, (limit: unknown) => string>> = {
  maxUtf8ByteLength: (limit) => `has more than ${String(limit)} bytes`,
  minUtf8ByteLength: (limit) => `has fewer than ${String(limit)} bytes`,
  maxUniqueItems: (limit) => `has more than ${String(limit)} values`,
  minUniqueItems: (limit) => `has fewer than ${String(limit)} values`,
  additionalProperties: () => 'has a member that the schema does not know',
}

function describeFaults(errors: readonly ErrorObject[]): string[] {
  const problems = errors
    // An `if` fails only because of another fault in the list.
    .filter(({ keyword }) => keyword !== 'if')
    .map(({ instancePath, keyword, schema, message = 'is not sound' }) => {
      const place = instancePath.split('/').filter((part) => part !== '' && !/^(\d+|value)$/.test(part))
      return `${place.join(' ')} ${words[keyword]?.(schema) ?? message}`.trim()
    })
  return [...new Set(problems)].slice(0, shownFaults)
}
