import { Type } from 'typebox'
import { Notification, NotificationRead, PresenceUpdate } from '../schemas/team.ts'
import { exampleCommentId, exampleId, exampleKeyId, examplePersonId, exampleWorkspaceId } from './examples.ts'
import type { AppRouteTable } from './route.ts'

export const notificationRoutes = {
  'GET /notifications': {
    id: 'listNotifications',
    role: 'anyone',
    summary: 'List what is new for you',
    answers: { 200: Type.Object({ data: Type.Array(Notification), unread: Type.Integer() }) },
    docs: () => ({
      description:
        'The newest first, at most 500: who mentioned you, replied to you, or gave you a worklist.',
      answers: {
        200: [
          'What is new.',
          {
            data: [
              {
                id: exampleKeyId,
                kind: 'mention',
                workspace: { id: exampleWorkspaceId, name: 'Furniture' },
                comment_id: exampleCommentId,
                worklist_id: null,
                entity: { id: exampleId, type: 'product', label: 'Oak chair' },
                attribute: 'price',
                text: 'Is this the price of next year, @Ana Silva?',
                actor: { type: 'user', id: examplePersonId, name: 'Sam Rivera' },
                created_at: '2026-01-05T10:00:00.000Z',
                is_read: false,
              },
            ],
            unread: 1,
          },
        ],
      },
    }),
  },
  'POST /notifications/read': {
    id: 'readNotifications',
    role: 'anyone',
    summary: 'Mark what is new as read',
    body: NotificationRead,
    answers: { 204: null },
    docs: () => ({
      description: 'Those of these ids, or without ids all.',
      body: { examples: { all: { is_read: true } } },
      answers: { 204: ['Marked.'] },
    }),
  },
} satisfies AppRouteTable

export const presenceRoutes = {
  'POST /presence': {
    id: 'movePresence',
    role: 'viewer',
    summary: 'Say where you are',
    body: PresenceUpdate,
    answers: { 204: null },
    docs: () => ({
      description: `Those who are in the same list hear it over their streams of changes, a fifth of a second later at most. The seat is the one that the
stream of this page was opened with, in the header \`Vitrine-Seat\`. Nothing of it is kept.`,
      body: {
        examples: {
          typing: {
            seat: exampleKeyId,
            type: 'product',
            entity_id: exampleId,
            attribute: 'price',
            is_typing: true,
          },
        },
      },
      answers: { 204: ['Said.'] },
    }),
  },
} satisfies AppRouteTable
