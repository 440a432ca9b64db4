/** Names that do harm if they are treated as anything but text. */

export const MALICIOUS_NAMES = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'; drop table geofences; --",
  '${7*7}{{7*7}}',
  '=HYPERLINK("http://evil.example","x")',
  '+1+1',
  '-2+3',
  '@SUM(1,2)',
  '../../etc/passwd',
  'a"b,c;d',
  '</name><name>',
  ']]><!--',
  '__proto__',
] as const
