/**
 * A reviver for JSON.parse: a number that JavaScript would change, such as a code of 20 digits, comes as its text, if that has
 * the given form.
 */
export function digitKeeper(form: RegExp) {
  return (_name: string, value: unknown, context?: { readonly source?: string }): unknown => {
    const digits = context?.source ?? ''
    const isChanged = typeof value === 'number' && Math.abs(value) >= 2 ** 53 && String(value) !== digits
    return isChanged && form.test(digits) ? digits : value
  }
}
