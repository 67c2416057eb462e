import type { Job } from '#shared/jobs.ts'
import { describeEnd, isLong, nameJob } from './describe-job.ts'

const storageKey = 'vitrine.notify-of-jobs'

/** Whether this browser tells of long jobs that end while the page is hidden: it was chosen, and is still allowed. */
export function isNotifying(): boolean {
  return window.localStorage.getItem(storageKey) === 'yes' && Notification.permission === 'granted'
}

/** Turns notifications on or off; asks the browser for its permission. Returns whether they are on now. */
export async function chooseNotifying(isWanted: boolean): Promise<boolean> {
  const isOn = isWanted && (await Notification.requestPermission()) === 'granted'
  window.localStorage.setItem(storageKey, isOn ? 'yes' : 'no')
  return isOn
}

/** Tells of the end of a long job where nobody looks at the page; in the desktop app its main process does that. */
export function notifyOfEnd(job: Job): void {
  if (window.desktop !== undefined || !document.hidden || !isLong(job) || !isNotifying()) return
  const notification = new Notification(nameJob(job), { body: describeEnd(job), tag: job.id })
  notification.addEventListener('click', () => window.focus())
}
