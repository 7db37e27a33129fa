/** Values of the contract's examples, shared so that an id means the same record in all of them. */
export const example = {
  serviceId: '01JD3Q4M1T6S9W2X5Z8A0C3E7G',
  domainId: '01JD3Q5B7H2K4M6N8P0R2T4V6X',
  addressId: '01JD3Q7Z5V8XK2M4N6P8R0T2W4',
  messageId: '01JD3QA4C9F1H3J5K7M9N1P3R5',
  userId: '01JD3Q2D8E0G2J4M6P8S0V2X4Z',
  hostname: 'mail.example.com',
  localPart: 'code',
  fullAddress: 'code@mail.example.com',
  createdAt: '2026-11-21T09:28:41.507Z',
  receivedAt: '2026-11-21T09:30:02.113Z',
  messageExpiresAt: '2026-11-28T09:30:02.113Z',
  addressExpiresAt: '2036-11-18T09:28:41.507Z',
  extendedUntil: '2036-11-18T09:41:15.020Z',
  requestId: '01JD3QAE7W2Y4A6C8E0G2J4M6P',
  cursor: 'AWgpPr1zqE5sMDFKRDNRQTRDOUYxSDNKNUs3TTlOMVAzUjU',
} as const
