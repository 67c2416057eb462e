export const catalog = {
  'not_found.what': '{what} was not found in this workspace.',
  'not_found.what_and_remedy': '{what} was not found in this workspace. {remedy}',
  'not_found.job': 'The job {id}',
  'not_found.rule': 'The rule {id}',
  'not_found.edit': 'The edit {id}',
  'not_found.view': 'View {id}',
  'not_found.note': 'Note {id}',
  'not_found.alias': 'Alias {id}',
  'not_found.comment': 'Comment {id}',
  'not_found.automation': 'The automation {id}',
  'not_found.notice': 'The notice {id}',
  'not_found.saved_action': 'Saved action {id}',
  'not_found.recipe': 'Recipe {id}',
  'not_found.attribute_class': 'Attribute class {id}',
  'not_found.attribute': 'The attribute {key}',
  'not_found.channel': 'The channel {key}',
  'not_found.import_profile': 'The import profile {id}',
  'not_found.duplicate_group': 'The group of duplicates {id}',
  'not_found.product': 'The product {id}',
  'not_found.image': 'The image {id}',
  'not_found.vendor': 'The vendor {id}',
  'not_found.category': 'The category {id}',
  'not_found.source': 'The source {id}',
  'not_found.find_by_value':
    'An id is a UUID and never changes. Find it by a value with GET /{plural}?filter[key]=value.',
  'not_found.list_jobs': 'GET /jobs lists the jobs.',
  'not_found.list_rules': 'GET /quality/rules lists the rules.',
  'not_found.list_duplicates': 'GET /duplicates lists the groups.',
  'not_found.removed_for_good': 'It was removed from the trash for good.',
  'name.control_characters': 'A name has no line breaks, tabs or other control characters. Leave them out.',
  'name.taken': 'There is {what} named {name} already. Choose another name.',
  'trash.went_with_other': 'Entity {id} went into the trash with {other}. Restore or remove that one.',
  'trash.parent_in_trash': 'The parent {parent} of entity {id} is in the trash. Restore it too.',
  'entity.changed_meanwhile':
    'The entity is not as {header} expects, so nothing was written. error.current has it as it is now: compare, then send the change again with the ETag of this answer.',
  'reference.not_named':
    'None of the {plural} has {value} as its {key}. Check the spelling, or create it first.',
  'reference.ambiguous':
    'Several {plural} have {value} as their {key}: {ids}. Send the id of the one that is meant.',
  'entity.delete_disabled': 'Deletes are disabled in the API. Delete in the app instead.',
  'filter.too_deep':
    'Groups stand at most {count} deep in each other. Bring what is deeper into the groups above.',
  'filter.no_such_step':
    'No reference of this type is called that in {key}. Before the dot stands an attribute that refers to other entities, or parent.',
  'filter.no_such_end':
    'What {step} leads to has no attribute with the key {key}. Behind the dot stands one key of the type that is referred to.',
  'filter.reference_by_id':
    'References are compared by id. To compare a value of what is referred to, name it behind a dot, as in {name}.',
  'sort.no_order_at_end': 'What this key leads to has no order. Sort by another attribute behind the dot.',
  'sort.no_groups_at_end': 'Rows are grouped by attributes of their own. Sort by this key without groups.',
  'list.too_slow': 'Reading this took longer than the server allows, so it was stopped. {remedy}',
  'list.ask_for_less': 'Ask for less at once.',
  'list.every_value_read':
    'Every value had to be read. An index for it is made after the first such request: ask again in a minute, or add a condition on an exact value.',
  'list.add_condition': 'Add a condition that leaves fewer entities.',
  'edit.formula_as_text': 'A computation is sent as {formula}, not as a text.',
  'edit.no_such_operation':
    'There is no such operation. Send one value, or an object with one of: {operations}.',
  'value.number_too_large':
    'A number beyond 9,007,199,254,740,992 is too large to be kept exactly. Send a smaller one, or keep it as a text.',
  'edit.still_writing':
    'A job is still writing this edit. Cancel the job or wait for its end, then undo the edit.',
  'edit.definitions_changed':
    'The definitions have changed since the edit was asked for, and it does not fit them any more. Send the edit again.',
  'edit.too_many_values':
    'These are more than {count, number} values. Restore a shorter time at once, or undo the whole edit or import.',
  'edit.step_of_other':
    '{name} made this step, and nobody else undoes it. Change the values, or bring earlier ones back under What changed.',
  'edit.somebody_else': 'Somebody else',
  'comment.of_other': 'Only who wrote a comment can change what it says. Send a reply instead.',
  'comment.too_many_replies':
    'This comment has {count} replies, which is all it can have. Begin a new comment.',
} as const
