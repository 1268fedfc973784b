"""kept_sums.py FILE - kept rows with right sums, as the format describes them (lab/kept/kept.h): for rows that were changed."""
import sys
M = (1 << 64) - 1
def mix(x):
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9 & M
    x = (x ^ x >> 27) * 0x94d049bb133111eb & M
    return x ^ x >> 31
def add(s, b):
    for c in b: s = mix(s + c & M)
    return s
out, of, rows = b'', b'', 0
for line in open(sys.argv[1], 'rb').read().split(b'\n')[:-1]:
    if line.startswith(b'end\t'): continue
    if line.startswith(b'of\t'): of = line
    if line[:1].isdigit():
        line = line[:line.rindex(b'\t')]
        line, rows = line + b'\t%016x' % add(add(1, of), line), rows + 1
    out += line + b'\n'
sys.stdout.buffer.write(out + b'end\t%d\t%016x\n' % (rows, add(2, out)))
