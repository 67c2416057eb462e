import { changesJson, type EventRow } from '../../store/tables/events.ts'

/** The record of one event as JSON, spliced from the texts that are stored (decisions, Events). */
export function eventJson(row: EventRow, isTruncated = false): string {
  const { uuid, sequence, kind, actor, via, job, request_id: request, changes, edit } = row
  const at = new Date(row.created_at).toISOString()
  return `{"id":"${uuid}","sequence":${sequence},"event":"${kind}",${subjectJson(row)},"actor":${actor},"via":"${via}","job_id":${
    job === null ? 'null' : `"${job}"`
  },"request_id":${JSON.stringify(request)}${edit === null ? '' : `,"edit_id":"${edit}"`},"created_at":"${at}","changes":${changesJson(changes)}${isTruncated ? ',"truncated_by":"size"' : ''}}`
}

/** `entity` is always there; `attribute` only where the event is about a definition. */
function subjectJson({ subject }: EventRow): string {
  const members = subject.slice(1, -1)
  if (members.startsWith('"entity":')) return members
  return members === '' ? '"entity":null' : `"entity":null,${members}`
}
