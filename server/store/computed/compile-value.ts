import type { Compiler } from './compiler.ts'
import { formulaSql } from './formula-value-sql.ts'
import { inheritedSql, rolledUpSql, keysOf } from './inherited-value-sql.ts'
import { joinedLookupSql, labelSql, lookupSql, keyedSql, pathSql } from './lookup-value-sql.ts'
import { lengthSql, measuredSql, pictureSql } from './measured-value-sql.ts'
import type { ValuePlan } from './value-plan.ts'
import {
  inverseSql,
  noValue,
  parentSql,
  referenceSql,
  scalarSql,
  type ValueSql,
  always,
  asText,
  singleList,
} from './value-sql.ts'
import { fileParts, type FilePart } from '#shared/facets.ts'
import { linkedStart } from '#shared/files.ts'
import { raw, sql } from '../database/fragment.ts'
import { lookedAt } from '../database/sql-functions.ts'

/** Compiles the plan of an attribute to SQL: each kind of base has its own SQL, and the mode fills blanks. */

export function compileValue(compiler: Compiler, plan: ValuePlan): ValueSql {
  const base = compileBase(compiler, plan)
  if (plan.mode === 'off') return base
  const { family, isReference } = plan
  const unindexed = () => compileBase(compiler.withoutIndexes(), plan)
  const inner = { base, unindexed, family, isReference, isSeveral: holdsSeveral(plan) }
  return plan.mode === 'inherit' ? inheritedSql(compiler, inner) : rolledUpSql(compiler, inner, plan.mode)
}

function holdsSeveral({ base }: ValuePlan): boolean {
  return base.kind === 'lookup' && base.target.isSeveral
}

type BaseOf<Kind extends ValuePlan['base']['kind']> = Extract<ValuePlan['base'], { kind: Kind }>

function compileBase(compiler: Compiler, plan: ValuePlan): ValueSql {
  const { base } = plan
  const compile = bases[base.kind] as (
    compiler: Compiler,
    base: ValuePlan['base'],
    plan: ValuePlan,
  ) => ValueSql
  return compile(compiler, base, plan)
}

const bases: {
  readonly [Kind in ValuePlan['base']['kind']]: (
    compiler: Compiler,
    base: BaseOf<Kind>,
    plan: ValuePlan,
  ) => ValueSql
} = {
  own: (compiler, _, plan) => compileOwn(compiler, plan),
  inverse: compileInverse,
  formula: (compiler, { formula, inputs }, plan) => {
    const values = [...inputs].map(
      ([key, input]) => [key, { plan: input, value: compileValue(compiler, input) }] as const,
    )
    return formulaSql(compiler, plan, formula, new Map(values))
  },
  lookup: (compiler, base, { isReference }) => compileLookup(compiler, base, isReference),
  measured: (compiler, { measures }, { attribute }) => measuredSql(compiler, attribute.entityType, measures),
  length: compileLength,
  file: (compiler, { of, part }) => fileSql(compiler, compileValue(compiler, of), part),
  label: (compiler, { of, target }) => labelSql(compiler, compileValue(compiler, of), target),
  parent: (compiler, _, { attribute }) => parentSql(compiler, attribute.entityType),
  path: (compiler, { via, target }) =>
    pathSql(compiler, compileValue(compiler, via), compileValue(compiler, target)),
  none: () => noValue,
}

function compileOwn(compiler: Compiler, { attribute, isReference }: ValuePlan): ValueSql {
  return isReference ? referenceSql(compiler, attribute) : scalarSql(compiler, attribute)
}

function compileLength(compiler: Compiler, { of, isOfPicture }: BaseOf<'length'>): ValueSql {
  const value = compileValue(compiler, of)
  if (isOfPicture) return pictureSql(compiler, value)
  return lengthSql(compiler, value, isStored(of) ? of.attribute : undefined)
}

function isStored({ base, mode }: ValuePlan): boolean {
  return base.kind === 'own' && mode === 'off'
}

function compileInverse(compiler: Compiler, { forward }: BaseOf<'inverse'>): ValueSql {
  if (forward.mode === 'off') return referenceSql(compiler, forward.attribute, true)
  return inverseSql(compiler, compileValue(compiler, forward))
}

function compileLookup(
  compiler: Compiler,
  { via, target }: BaseOf<'lookup'>,
  isReference: boolean,
): ValueSql {
  const values = [compileValue(compiler, via), compileValue(compiler, target)] as const
  if (via.isSeveral && !isReference) return joinedLookupSql(compiler, ...values, target.family)
  return lookupSql(compiler, ...values, isStored(via) ? via.attribute.id : undefined)
}

const uuidLength = 36
const pathStart = linkedStart.length + uuidLength + 2

/** The hash of the file that a path `s.p` names, stored or linked; NULL for an address. */
const hash = `CASE WHEN substr(s.p, 1, 6) = 'files/' THEN substr(s.p, 7, 64)
  WHEN substr(s.p, 1, ${linkedStart.length}) = '${linkedStart}' THEN (SELECT l.hash FROM asset_library a
    JOIN linked_file l ON l.library = a.id WHERE a.uuid = substr(s.p, ${linkedStart.length + 1}, ${uuidLength})
    AND l.path = substr(s.p, ${pathStart})) END`

const storedSide = (side: string) =>
  `(SELECT picture_${side}(substr(f.bytes, 1, ${lookedAt})) FROM file f WHERE f.hash = h.hash)`

function partSql(part: FilePart): string {
  const known = `(d.details ->> '$.${part}')`
  if (part === 'color_space') return known
  if (part === 'orientation') {
    const [width, height] = [partSql('width'), partSql('height')]
    return `CASE WHEN ${width} > ${height} THEN 'landscape' WHEN ${width} < ${height} THEN 'portrait'
      WHEN ${width} = ${height} THEN 'square' END`
  }
  if (part === 'width' || part === 'height') return `coalesce(${known}, ${storedSide(part)})`
  const stored = `(SELECT f.${part} FROM file f WHERE f.hash = h.hash)`
  const linked = '(SELECT l.size FROM linked_file l WHERE l.hash = h.hash LIMIT 1)'
  return `coalesce(${[known, stored, ...(part === 'size' ? [linked] : [])].join(', ')})`
}

/** A part of what is known of the file that a path names, as a picture is shown; NULL where nothing is. */
function fileSql(compiler: Compiler, path: ValueSql, part: FilePart): ValueSql {
  const family = fileParts[part]
  const key: ValueSql['key'] = (entity) =>
    sql`(SELECT ${raw(partSql(part))} FROM (SELECT ${raw(hash)} AS hash FROM (SELECT ${path.shown(entity)} AS p) s) h
      LEFT JOIN file_details d ON d.hash = h.hash WHERE h.hash IS NOT NULL)`
  const shown: ValueSql['shown'] = (entity) => asText(family, key(entity))
  return {
    ...keyedSql(compiler, key, () => keysOf(compiler, path.members(always), key)),
    shown,
    list: singleList(family, { key, shown }),
  }
}
