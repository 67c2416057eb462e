export const attributes = {
  'attribute.key_not_defined': 'No attribute has the key {key}.',
  'attribute.restricted_to_roles':
    '{name} ({key}) may be edited by these roles only: {roles}. You are {role} here. An owner of the workspace can change that, or your role.',
  'attribute.has_other_values': 'Other entries hold values of it.',
  'attribute.used_by_view': 'The view “{name}” uses it.',
  'attribute.used_by_class': 'The attribute class “{name}” uses it.',
  'attribute.used_by_channel': 'The channel {name} uses it.',
  'attribute.primary_is_read_by_all':
    'The primary attribute gives entities their labels, which everybody reads. Leave readable_by out.',
  'attribute.role_may_not_read_all':
    'Some attributes of this workspace are closed to your role, {role}, and this would tell their values. Ask somebody who may read them.',
  'attribute.key_taken':
    'An attribute with the key {key} exists already. Choose another key or leave it out.',
  'attribute.key_not_valid':
    'A key begins with a small letter, has at most 64 small letters, digits and _, and is no system field: net_price would pass. Leave it out to have one made of the name.',
  'attribute.type_loses_values':
    '{holders} a value of "{name}", which the data type {type} would lose. Clear them first, or add another attribute.',
  'attribute.type_loses_references':
    '{holders} more than one reference in "{name}", which the data type {type} would lose. Clear them first, or add another attribute.',
  'attribute.target_type_has_values':
    '{holders} a value of "{name}", so that the type it refers to cannot change. Clear them first, or add another attribute.',
  'attribute.values_not_acceptable':
    '{holders} a value of "{name}" that would no longer be acceptable{trash}: {examples}. Give them another value first.',
  'attribute.values_not_convertible':
    '{holders} a value of "{name}" that {type} cannot hold without loss{trash}, of {total} in all: {examples}. Change them first, or add another attribute.',
  'attribute.values_not_of_kind':
    '{holders} a value of "{name}" that is no {kind}{trash}, of {total} in all: {examples}. Correct or clear them first, or add another attribute.',
  'attribute.held_by_product': '{count, plural, one {1 product holds} other {{count} products hold}}',
  'attribute.held_by_image': '{count, plural, one {1 image holds} other {{count} images hold}}',
  'attribute.held_by_vendor': '{count, plural, one {1 vendor holds} other {{count} vendors hold}}',
  'attribute.held_by_category': '{count, plural, one {1 category holds} other {{count} categories hold}}',
  'attribute.held_by_source': '{count, plural, one {1 source holds} other {{count} sources hold}}',
  'attribute.references_in_use':
    'The references of "{name}" are used by {names}. Delete or change these definitions first.',
  'attribute.is_primary':
    'This is the primary attribute, which gives entities their labels and must be a text or a URL. Make another one primary first.',
  'attribute.options_not_valid':
    'Only selects and a status have options, and each is a text that is not blank. One with a comma comes in a list, without quotes in it, and not for a multi select. Send them as such, or leave this out.',
  'attribute.options_alike': 'The options {one} and {other} differ in capitals only. Leave one of them out.',
  'attribute.cannot_be_unique': 'References and computed values cannot be unique. Leave unique out.',
  'attribute.cannot_be_required':
    'Values of this data type are computed, so that nobody could enter one. Leave required out.',
  'attribute.bounds_reversed': '{lower} lies above {upper}. Send a smaller {lower2} or a larger {upper2}.',
  'attribute.lookup_circular': 'The lookup leads back to itself: {way}. Choose another attribute.',
  'attribute.prompt_circular':
    'The prompt leads back to itself: {way}. Take one of these keys out of the prompt before it.',
  'attribute.of_them_in_trash': ' ({count} of them in the trash)',
  'axes.repeated': '{key} is in the list twice. Leave one out.',
  'axes.wrong_type':
    '{key} holds no single choice, line of text or number, so it cannot tell variants apart. Choose another attribute.',
  'variants.too_many':
    'These values make {count} combinations, and {max} at most are made at once. Leave values out, or make them in parts.',
  'variants.set_is_axis': '{key} is an axis, whose values come from the combinations. Leave it out here.',
  'variants.no_such_row': 'The values name no combination of the axes. Send one value of each axis.',
  'convert.only_variants': 'Products of their own have no parent. Leave this out, or make them variants.',
  'convert.has_variants': 'This product has variants itself. Move these first, or leave it out.',
  'convert.only_new_parent':
    'Shared values go to a new parent only. Send the values of one, or leave this out.',
  'attribute_class.key_taken': 'There is a class with the key {key} already. Choose another or leave it out.',
  'pattern.not_a_regular_expression':
    "This is not a regular expression. One is [A-Z]'{2}'-[0-9]+, for instance; a bracket that stands for itself is written \\( or \\[.",
  'pattern.not_regular': 'It is no regular expression.',
  'pattern.back_reference':
    'A pattern cannot refer back to a group (\\1 or \\k<name>): such patterns can take years over one text. Write out what may stand there.',
  'pattern.look_around':
    'A pattern cannot look ahead or behind (as (?=…), (?!…), (?<=…) and (?<!…) do). Write what the whole text may be, with | between its forms.',
  'pattern.flags':
    'A pattern cannot set the flags m and s. Write [^] for any character, and \\n for the end of a line.',
  'pattern.too_long': 'A pattern has at most {most} characters. Write a shorter one.',
  'kind.price':
    'This takes an amount in {currency}, such as 12.5. Amounts in another currency belong in another attribute.',
  'kind.price_tiers':
    'This takes prices from quantities on, such as 1: 10.00; 10: 9.50. The quantities rise from 1 or more.',
  'kind.measure': 'This takes a measure in {unit}, such as 12.5.',
  'kind.gtin':
    'A GTIN (EAN, UPC, ISBN) has 8, 12, 13 or 14 digits, of which the last one follows from the others. Compare it with the package.',
  'kind.email': 'An email address has a name, an @ and a domain, such as sales@example.com.',
  'kind.date_time':
    'A date and time is ISO text with its time zone, such as 2026-01-31T09:30:00Z or 2026-01-31T10:30:00+01:00.',
  'kind.file':
    'A file is a web address that starts with http:// or https://, or a file of the workspace, whose path is the answer of POST /files.',
  'value.text_too_long': 'The text is {size} long and may be {most} at most. Shorten it.',
  'value.no_document': 'Only files and videos are documents. Leave document out, or set the kind file.',
  'value.has_nul': 'The text holds a NUL character, which no file of a table can carry. Remove it.',
  'value.not_unique':
    '{name} must be unique, and entity {id} already holds this value. Send another one, or change that entity.',
} as const
