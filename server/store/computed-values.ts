/** The plan of an attribute as SQL: each part of a plan gives its forms, and the mode wraps those of the base. */
import { type Forms, noForms, referenceForms, scalarForms } from './computed-forms.ts'
import { joinedLookupForms, lookupForms } from './computed-lookup.ts'
import { inheritForms, rollUpForms } from './computed-modes.ts'
import type { ValuePlan } from './computed-plan.ts'

/** The SQL of an effective value, in every form that anything needs. */
export function formsOf(plan: ValuePlan): Forms {
  const base = baseForms(plan)
  if (plan.mode === 'off') return base
  return plan.mode === 'inherit' ? inheritForms(base) : rollUpForms(base, plan.family, plan.mode)
}

function baseForms(plan: ValuePlan): Forms {
  const { base, attribute, isReference, isJoined } = plan
  switch (base.kind) {
    case 'own':
      return isReference ? referenceForms(attribute) : scalarForms(attribute)
    case 'lookup': {
      const forms = [formsOf(base.via), formsOf(base.target)] as const
      return isJoined && base.via.isSeveral ? joinedLookupForms(...forms) : lookupForms(...forms)
    }
    default:
      return noForms
  }
}
