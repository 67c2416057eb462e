interface ErrorCodeTraits {
  readonly status: number
  readonly retriable: boolean
  readonly meaning: string
  readonly remedy: string
}

export const errorCodes = {
  unauthorized: {
    status: 401,
    retriable: false,
    meaning: 'The request carries no API key, or one that is unknown, revoked or expired.',
    remedy:
      'Send a valid key as Authorization: Bearer vtr_live_…. Create one in Settings or with vitrine key create.',
  },
  insufficient_scope: {
    status: 403,
    retriable: false,
    meaning: 'The key is valid but lacks a scope that the operation requires; the message names it.',
    remedy: 'Create a key that holds the scope.',
  },
  forbidden: {
    status: 403,
    retriable: false,
    meaning:
      'The operation is disabled: deletes during the beta, or a request from a foreign host or origin.',
    remedy: 'Do it in the app, or call the server by its own address.',
  },
  not_found: {
    status: 404,
    retriable: false,
    meaning: 'The workspace of the key holds no such resource, or the path or method is unknown.',
    remedy:
      'Check the id and the path. An id never changes: a 404 on an id that once worked means it was deleted.',
  },
  validation_failed: {
    status: 400,
    retriable: false,
    meaning: 'The request is malformed or a value is not acceptable; field_errors names every fault.',
    remedy: 'Correct what field_errors lists and send the request again.',
  },
  rate_limited: {
    status: 429,
    retriable: true,
    meaning: 'Too many requests with this key.',
    remedy: 'Wait as long as Retry-After says, then send the request again.',
  },
  conflict: {
    status: 409,
    retriable: false,
    meaning:
      'Several entities match a merge key, a value or key must be unique and is taken, or a definition cannot change because stored values or other definitions need it as it is.',
    remedy: 'Resolve the clash that the message names, then send the request again.',
  },
  internal_error: {
    status: 500,
    retriable: true,
    meaning:
      'The server failed. The request may or may not have taken effect. With status 503 it cannot do it just now and has done nothing of it.',
    remedy:
      'Send the request again, after as many seconds as Retry-After says where there is one; prefer upsert or batch with a merge key, which are safe to repeat.',
  },
} as const satisfies Record<string, ErrorCodeTraits>
export type ErrorCode = keyof typeof errorCodes

export const issueCodes = {
  expected_non_negative_integer: 'The value is not a plain integer from 0 on.',
  out_of_range:
    '`limit` is outside 1 to 200, a number breaks `min`, `max` or `decimals`, or a lower bound lies above the upper one.',
  invalid_value: 'The value is not one of those allowed here.',
  unknown_operator: 'The filter operator is not in the public set.',
  not_a_defined_attribute: 'No attribute of that key is defined for the entity type.',
  operator_not_supported_for_type: 'The operator does not fit the data type of the attribute.',
  expected_value_or_use_exists: 'The filter value is empty; use `[exists]=false` to find blanks.',
  expected_boolean: 'Only true and false are accepted.',
  expected_values: 'A list holds no value.',
  too_many_values: 'A list holds more values than allowed (200 in an `in` filter, 100 items in a batch).',
  expected_uuid: 'The value is not a UUID, which ids and references are.',
  expected_number: 'The value is not a number.',
  expected_date:
    'The value is not an ISO date (YYYY-MM-DD) or, for created_at, updated_at and the times of events, a timestamp.',
  not_sortable: 'Reference keys cannot be sorted on.',
  system_field_always_returned: 'System fields always come back; leave them out of `fields`.',
  not_selectable_inverse_reference: 'Inverse references are read through /references.',
  read_only_attribute: 'Formulas, inverse references and lookups are computed and cannot be written.',
  expected_scalar: 'The attribute takes one value, not an array or object.',
  expected_uuid_or_null: 'A single reference takes a UUID, an object with an id, or null.',
  expected_uuid_array: 'A list reference takes an array of UUIDs or objects with an id.',
  expected_url: 'The value is not an http or https URL.',
  not_allowed_address:
    'The address is of this computer or its network, or has no https, which only the owner can allow.',
  expected_json: 'The text does not parse as JSON.',
  not_an_acceptable_value: 'The value is not among the options; `acceptable_values` lists them.',
  required: 'A value is required.',
  referenced_entity_not_found:
    'The referenced entity does not exist in this workspace or is of another type.',
  ambiguous_reference: 'Several entities have the name; the message lists their ids.',
  self_reference: 'An entity cannot be its own parent, directly or through others.',
  merge_key_value_required: 'The attributes carry no value for the merge key.',
  not_a_text_attribute: 'A merge key must be a writable text attribute.',
  not_a_reference_attribute: 'The attribute is not a reference.',
  too_short: 'The text is shorter than `min_length`.',
  too_long:
    'The text is longer than `max_length` or than any value of its type may be, or a list longer than `max_items`.',
  pattern_mismatch: 'The text does not match the pattern of the attribute.',
  invalid_check_digit: 'The check digit of the code is wrong.',
  circular_prompt: 'The prompt leads back to its own attribute through what it names.',
  not_unique:
    'Another entity holds this value and the attribute must be unique, or the key of a new attribute is taken.',
  reused_with_another_request: 'The key was sent with another request before.',
  no_provider: 'There is no provider of models, or none of this id or name.',
  not_generated: 'The attribute is not a generated one.',
  price_not_known: 'What the model costs is not known, so that no budget can be kept.',
  budget_required: 'A run that costs something needs a budget.',
  not_found: 'There is nothing of this id in this workspace.',
  not_open: 'The proposal has been decided already, or another one has taken its place.',
} as const satisfies Record<string, string>
export type IssueCode = keyof typeof issueCodes

declare const isSentence: unique symbol
/** A sentence in place of an issue code, for structural errors. Only `issueSentence` creates one. */
export type IssueSentence = string & { readonly [isSentence]: true }
export type Issue = IssueCode | IssueSentence

export function isIssueCode(issue: string): issue is IssueCode {
  return Object.hasOwn(issueCodes, issue)
}

export type { ErrorEnvelope, FieldError } from './schemas/errors.ts'
