export const delivery = {
  'webhook.owner_allows_network':
    'Only the owner of the workspace allows addresses of this network. Leave it out; the owner is asked for the address.',
  'webhook.address_with_name':
    'The address has a name or a password in it. Leave them out: every request is signed instead.',
  'webhook.too_many': 'A workspace has at most {count, number} webhooks. Delete one that nobody uses.',
  'webhook.owner_turns_on':
    'Only the owner of the workspace turns a webhook on. Ask them to do it in the app.',
  'webhook.pending':
    'The webhook waits for the owner to approve its address, in the app or by vitrine approve.',
  'webhook.not_pending': 'The webhook does not wait for approval. Look at its status.',
  'webhook.maker_gone': 'Who made the webhook is gone or may not read changes any more. Make a new one.',
  'webhook.not_wanted':
    'The receiver answered that it wants no more (410). Turn the webhook on when it does.',
  'webhook.given_up':
    'The receiver took nothing in {count, number} tries; the last time: {reason}. Turn the webhook on when it answers again.',
  'webhook.not_taken': 'The last delivery was not taken: {reason}. It is tried again.',
} as const
