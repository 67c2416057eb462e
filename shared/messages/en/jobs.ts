export const jobs = {
  'job.queue_full':
    '{which} are waiting in this workspace. Wait until some of them have run, or cancel some, then try again.',
  'job.given_up': 'The job was cut off too often and has been given up. Start it anew.',
  'job.of_another_version':
    'Another version of Vitrine queued this job, and this one cannot go on with it. Start it anew.',
  'job.not_authorized':
    'Who started this job may not do it here any more: their account, their membership or their role has changed.',
  'job.does_not_wait': 'Only a job that waits for a person can be dropped; this one is {status}.',
  'job.not_retriable': 'Only a job that has failed or is paused can be tried again; this one is {status}.',
  'job.result_not_saved': 'What came of the job could not be saved. Try it again.',
  'job.has_moved_on': 'The job has moved on or ended. Look at it again.',
  'job.file_of_other_role':
    'This file may hold values that your role, {role}, may not read. Make it again yourself.',
  'job.from_elsewhere':
    'This job came with a file from elsewhere and was not run. Start it anew if you want what it does.',
  'job.from_elsewhere_no_retry':
    'This job came with a file from elsewhere and is not tried again. Start it anew.',
  'job.id_not_valid': 'The id of this job is none that Vitrine gives, so it has no files.',
  'storage.not_saved': '{cause}, so nothing was saved. {remedy}, then try again.',
  'storage.none_saved': '{cause}, so nothing was saved: 0 of {count, number}. {remedy}, then try again.',
  'storage.try_job_again': '{cause}. {remedy}, then try the job again.',
  'storage.job_not_saved': '{cause}, so nothing of this job was saved. {remedy}, then try it again.',
  'storage.job_stopped':
    '{cause}. {saved, number} of {total, number} {of} are saved, {left, number} are not. {remedy}, then try the job again in the app: it goes on where it stopped.',
  'storage.job_stopped_with_faults':
    '{cause}. {saved, number} of {total, number} {of} are saved, {failed, number} had faults, {left, number} are not. {remedy}, then try the job again in the app: it goes on where it stopped.',
  'storage.disk_full': 'The disk is full',
  'storage.free_space': 'Free some space',
  'storage.file_locked': 'Another program holds the workspace file locked',
  'storage.close_program': 'Close it',
  'storage.file_read_only': 'The workspace file has become read-only',
  'storage.make_writable': 'Make it writable',
  'storage.disk_fails': 'The disk could not be read or written',
  'storage.check_disk': 'Check it',
  'storage.file_damaged': 'The workspace file is damaged',
  'storage.restore_backup': 'Restore a backup, or run `vitrine check` to see the damage',
  'cluster.no_majority': 'Most nodes of the cluster that keeps this workspace do not answer',
  'cluster.start_nodes': 'Start them or mend the network between them',
  'cluster.credentials_refused':
    'The cluster that keeps this workspace does not take the user and password of the file of clusters',
  'cluster.correct_credentials': 'Correct them and start the server again',
  'cluster.lease_lost': 'Another Vitrine server has taken over what is written here',
  'cluster.wait_for_lease': 'Wait until this one has noticed, or go to that one',
  'cluster.not_confirmed':
    'The cluster that keeps this workspace did not confirm in time that this is saved. Look whether it is, then save what is missing.',
  'cluster.writer_not_confirmed':
    'The server that saves changes has not confirmed in time that this is saved. Look whether it is, then save what is missing.',
  'cluster.not_the_server':
    'This server cannot confirm just now that it is still the one that serves, so it answers nothing that may be old. Try again in a moment.',
  'cluster.no_server_answers':
    'None of the servers of this catalog can be reached just now, so nothing was saved. Wait a moment, then try again.',
  'cluster.file_too_large':
    'This file has {size} MB, and a workspace that lives in a cluster keeps files of up to 8 MB. Make it smaller, or keep it elsewhere and store its address.',
  'cluster.change_too_large':
    'This changes more at once than a cluster takes (64 MB). Do it in smaller parts.',
  'server.failed_to_answer': 'The server failed to answer. Its log tells why, under this request id.',
  'server.failed': 'The server failed to do this.',
  'standby.reads_only':
    'This is a standby: what it shows may be some seconds old, and nothing can be changed here. Change it at the server itself.',
  'server.fenced':
    'This server cannot confirm that it is still the one that writes, so nothing was saved. Try again in a minute.',
  'server.fenced_late':
    'This server could not confirm in time that it is still the one that writes. Look in a minute whether this was saved.',
  'server.replica_late':
    'The replica does not keep up, so nothing was saved: a standby would lack it. Try again in a minute.',
  'server.closing': 'Vitrine is closing. Try again once it runs.',
} as const
