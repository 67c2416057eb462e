export const automation = {
  'schedule.not_five_fields':
    'A schedule has five fields: minute, hour, day of the month, month, day of the week. For every day at 6: 0 6 * * *.',
  'schedule.never': 'This time never comes. Choose a day that there is.',
  'schedule.too_often':
    'Runs would be closer than 5 minutes to each other: {times}. Leave at least 5 minutes between two of them.',
  'schedule.unknown_time_zone': 'There is no such time zone. Write it as Europe/Berlin.',
} as const
