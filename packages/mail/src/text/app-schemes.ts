/** Schemes of protocols, of databases and of browsers: their URLs open no app that a mail could mean. */
const notOfApps: ReadonlySet<string> = new Set(
  (
    'about amqp amqps blob chrome chrome-extension cid clickhouse content data dict dns file filesystem ftp ftps git gopher grpc gs ' +
    'hdfs imap imaps irc ircs jar javascript jdbc kafka ldap ldaps mailto mariadb mid mongodb mongodb+srv moz-extension mqtt mqtts ' +
    'mssql mysql nats nfs news nntp oracle pop pop3 postgres postgresql redis rediss resource rsync rtmp rtmps rtsp s3 scp sftp ' +
    'smb smtp smtps socks5 sqlite sqlserver ssh ssl svn tcp tel telnet tftp tls udp unix vbscript view-source ws wss'
  ).split(' '),
)
/** What people write in place of `https`, so that nobody follows the link. */
const disarmed = /^h[tx]{2}ps?$/

/** Whether links of this scheme (`myapp`, before `://`) open an app. */
export function isAppScheme(scheme: string): boolean {
  const name = scheme.toLowerCase()
  return name.length > 1 && !notOfApps.has(name) && !disarmed.test(name) && !/https?$/.test(name)
}

/** Whether a URL is one of an app: `myapp://…`. */
export const isAppLink = ({ protocol, href }: URL): boolean =>
  href.startsWith('//', protocol.length) && isAppScheme(protocol.slice(0, -1))
