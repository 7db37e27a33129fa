import MailComposer from 'nodemailer/lib/mail-composer'

/** The parts of a mail that people wrote. */
export interface WrittenMail {
  id: string
  /** The domain in its Message-ID. */
  host: string
  from: string
  subject: string
  text?: string | undefined
  html?: string | undefined
}

const date = new Date('2026-11-02T08:15:00Z')

/** The raw mail; always the same bytes. */
export function composeMail({ id, host, from, subject, text, html }: WrittenMail): Promise<Buffer> {
  const mail = new MailComposer({
    from,
    to: 'reader@inbox.example',
    subject,
    date,
    messageId: `<${id}@${host}>`,
    baseBoundary: id.slice(0, 40),
    text,
    html,
  })
  return mail.compile().build()
}
