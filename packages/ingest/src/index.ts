export { type Committer, createCommitter } from './committer.ts'
export { type ParsePool, startParsePool } from './parsing/parse-pool.ts'
export { listenSmtp, type SmtpListener } from './smtp/smtp-listener.ts'
export { tlsMaterial } from './smtp/tls-material.ts'
