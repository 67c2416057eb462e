export const automation = {
  'schedule.not_five_fields':
    'A schedule has five fields: minute, hour, day of the month, month, day of the week. For every day at 6: 0 6 * * *.',
  'schedule.never': 'This time never comes. Choose a day that there is.',
  'schedule.too_often':
    'Runs would be closer than 5 minutes to each other: {times}. Leave at least 5 minutes between two of them.',
  'schedule.unknown_time_zone': 'There is no such time zone. Write it as Europe/Berlin.',
  'automation.action_form':
    'The action {kind} has another form. Look it up in the documentation, and send exactly one member.',
  'automation.no_category_attribute':
    'No attribute of this type leads to categories. Define one, or leave the action out.',
  'automation.unknown_category': 'There is no such category. Choose one that there is.',
  'automation.unknown_feed': 'There is no such feed. Choose one that there is.',
  'automation.unknown_sync': 'There is no such shop. Leave the action out.',
  'automation.unknown_person':
    'This is nobody who belongs to the workspace. Name people of the team by their ids, or the owner.',
  'automation.unknown_webhook': 'There is no such webhook. Choose one that there is.',
  'automation.worklist_without_team': 'Only a team has worklists. Leave the action out.',
  'automation.generation_mode': 'The mode is not known. Send one of {modes}.',
  'automation.not_generated':
    'The attribute {key} has no prompt, so nothing is generated for it. Write one, or leave the attribute out.',
  'automation.too_many': 'A workspace has at most {count, number} automations. Delete one that nobody uses.',
  'automation.owner_unbinds':
    'Only the owner lets large runs go by themselves. Leave it out; large runs wait for a person.',
  'automation.is_off': 'The automation is off. Turn it on, or run it once.',
  'automation.is_running': 'The automation runs already, or a run of it waits for a person.',
  'automation.is_gone': 'The automation was deleted meanwhile.',
  'automation.actor_gone':
    'Who turned the automation on is gone or no longer belongs to the workspace: {scopes} is missing. Turn it on anew.',
  'automation.lacks_scope':
    'Who turned the automation on may not do this any more: {scopes} is missing. Give the right back, or turn it on as somebody else.',
  'automation.too_many_entities':
    'More than {count, number} entities would be worked on at once. Narrow the filter.',
  'automation.loop':
    '{name} and {other} answered each other {count, number} times. Change one of them so that it ends.',
  'automation.failed_often': '{count, number} runs failed one after the other; the last time: {reason}.',
  'automation.turned_off': '{name} was turned off. {reason}',
  'automation.came_elsewhere': 'It came with a file from elsewhere. Look at it, and turn it on.',
  'automation.generation_failed': 'The generation did not end well.',
  'automation.check_failed': 'The quality check did not end well.',
  'automation.webhook_off': 'The webhook is off. Turn it on, or take the action out.',
  'automation.webhook_not_taken': 'The webhook was not taken: {reason}.',
  'automation.no_provider': 'No provider can generate this. Set one up in the settings.',
  'automation.needs_budget': 'Generation costs something here. Give the automation a budget.',
  'automation.day_is_spent':
    'What may be spent on generation by itself today is spent. The owner sets it on the page of providers.',
  'automation.waits_for_job': 'It waits for another job.',
} as const
