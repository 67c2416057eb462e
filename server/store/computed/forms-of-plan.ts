/** The plan of an attribute as SQL: each part of a plan gives its forms, and the mode wraps those of the base. */
import { type Forms, inverseForms, noForms, referenceForms, scalarForms } from './forms.ts'
import { formulaForms } from './formula-forms.ts'
import { labelForms } from './label-forms.ts'
import { lengthForms } from './length-forms.ts'
import { joinedLookupForms, lookupForms } from './lookup-forms.ts'
import { measuredForms } from './measured-forms.ts'
import { inheritForms, rollUpForms } from './mode-forms.ts'
import { pictureForms } from './picture-forms.ts'
import type { ValuePlan } from './value-plan.ts'

/** The SQL of an effective value, in every form that anything needs. */
export function compileForms(plan: ValuePlan): Forms {
  const base = baseForms(plan)
  if (plan.mode === 'off') return base
  const { family, isReference } = plan
  const wrapped = { base, family, isReference, isSeveral: holdsSeveral(plan) }
  return plan.mode === 'inherit' ? inheritForms(wrapped) : rollUpForms(wrapped, plan.mode)
}

/** Whether one entity alone can have several values, which only a lookup can give it. */
function holdsSeveral({ base }: ValuePlan): boolean {
  return base.kind === 'lookup' && base.target.isSeveral
}

function baseForms(plan: ValuePlan): Forms {
  const { base, attribute, isReference } = plan
  switch (base.kind) {
    case 'own':
      return isReference ? referenceForms(attribute) : scalarForms(attribute)
    case 'inverse':
      return inverseOf(base.forward)
    case 'formula': {
      const inputs = [...base.inputs].map(
        ([key, input]) => [key, { plan: input, forms: compileForms(input) }] as const,
      )
      return formulaForms(plan, base.formula, new Map(inputs))
    }
    case 'lookup':
      return lookupOf(base, isReference)
    case 'measured':
      return measuredForms(attribute.entityType, base.measures)
    case 'length':
      return lengthOf(base)
    case 'label':
      return labelForms(compileForms(base.of), base.target)
    case 'none':
      return noForms
    default:
      return base satisfies never
  }
}

function lengthOf({ of, isOfPicture }: ValuePlan['base'] & { kind: 'length' }): Forms {
  const forms = compileForms(of)
  return isOfPicture ? pictureForms(forms) : lengthForms(forms, isStored(of) ? of.attribute : undefined)
}

function isStored({ base, mode }: ValuePlan): boolean {
  return base.kind === 'own' && mode === 'off'
}

/** Turned round, a reference leads to all that refer to an entity, by what they inherit or roll up too. */
function inverseOf(forward: ValuePlan): Forms {
  if (forward.mode === 'off') return referenceForms(forward.attribute, true)
  return inverseForms(compileForms(forward))
}

function lookupOf({ via, target }: ValuePlan['base'] & { kind: 'lookup' }, isReference: boolean): Forms {
  const forms = [compileForms(via), compileForms(target)] as const
  if (via.isSeveral && !isReference) return joinedLookupForms(...forms, target.family)
  const isDirect = via.base.kind === 'own' && via.mode === 'off'
  return lookupForms(...forms, isDirect ? via.attribute.id : undefined)
}
