/** Compiles the plan of an attribute to SQL: each kind of base has its own SQL, and the mode fills blanks. */
import { fileSql } from './file-value-sql.ts'
import type { Compiler } from './compiler.ts'
import { formulaSql } from './formula-value-sql.ts'
import { inheritedSql, rolledUpSql } from './inherited-value-sql.ts'
import { joinedLookupSql, labelSql, lookupSql } from './lookup-value-sql.ts'
import { lengthSql, measuredSql, pictureSql } from './measured-value-sql.ts'
import type { ValuePlan } from './value-plan.ts'
import { inverseSql, noValue, referenceSql, scalarSql, type ValueSql } from './value-sql.ts'

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
  const { base, attribute, isReference } = plan
  switch (base.kind) {
    case 'own':
      return compileOwn(compiler, plan)
    case 'inverse':
      return compileInverse(compiler, base)
    case 'formula': {
      const inputs = [...base.inputs].map(
        ([key, input]) => [key, { plan: input, value: compileValue(compiler, input) }] as const,
      )
      return formulaSql(compiler, plan, base.formula, new Map(inputs))
    }
    case 'lookup':
      return compileLookup(compiler, base, isReference)
    case 'measured':
      return measuredSql(compiler, attribute.entityType, base.measures)
    case 'length':
      return compileLength(compiler, base)
    case 'file':
      return fileSql(compiler, compileValue(compiler, base.of), base.part)
    case 'label':
      return labelSql(compiler, compileValue(compiler, base.of), base.target)
    case 'none':
      return noValue
    default:
      return base satisfies never
  }
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
