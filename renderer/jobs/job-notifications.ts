import type { Job } from '#shared/jobs.ts'
import { describeJobResult, ranLongEnoughToNotify, jobTitle } from './describe-job.ts'

const storageKey = 'vitrine.notify-of-jobs'

/** Whether this browser notifies of long jobs while the page is hidden: enabled and still permitted. */
export function isNotifying(): boolean {
  return window.localStorage.getItem(storageKey) === 'yes' && Notification.permission === 'granted'
}

/** Turns notifications on or off and asks for permission. Returns whether they are on. */
export async function chooseNotifying(isTurnedOn: boolean): Promise<boolean> {
  const isOn = isTurnedOn && (await Notification.requestPermission()) === 'granted'
  window.localStorage.setItem(storageKey, isOn ? 'yes' : 'no')
  return isOn
}

/** Notifies of the end of a long job while the page is hidden; on a desktop the main process does. */
export function notifyOfEnd(job: Job): void {
  if (window.desktop !== undefined || !document.hidden || !ranLongEnoughToNotify(job) || !isNotifying())
    return
  const notification = new Notification(jobTitle(job), { body: describeJobResult(job), tag: job.id })
  notification.addEventListener('click', () => window.focus())
}
