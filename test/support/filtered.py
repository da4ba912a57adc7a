"""Runs a program under the SystemCallFilter, RestrictAddressFamilies and NoNewPrivileges of a systemd unit, as systemd
would: filtered.py UNIT COMMAND... Needs systemd-analyze for the sets of calls, and the kernel's header for their numbers."""
import ctypes
import os
import re
import struct
import subprocess
import sys

unit, *command = sys.argv[1:]
lines = open(unit).read().splitlines()
header = open('/usr/include/x86_64-linux-gnu/asm/unistd_64.h').read()
numbers = {name: int(number) for name, number in re.findall(r'#define __NR_(\w+) (\d+)', header)}


def calls_of(name):
    if not name.startswith('@'):
        return {name}
    listed = subprocess.run(['systemd-analyze', 'syscall-filter', name], capture_output=True, text=True, check=True).stdout
    members = [line.strip() for line in listed.splitlines()[1:] if line.strip() and not line.strip().startswith('#')]
    return set().union(*(calls_of(member) for member in members))


allowed = set()
for line in lines:
    if line.startswith('SystemCallFilter='):
        names = line.split('=', 1)[1]
        chosen = set().union(*(calls_of(name) for name in names.lstrip('~').split()))
        allowed = allowed - chosen if names.startswith('~') else allowed | chosen
# What systemd itself adds, so that the program can be started.
allowed |= {'execve', 'exit', 'exit_group', 'rt_sigreturn', 'sigreturn', 'getrlimit', 'time', 'brk', 'mmap', 'restart_syscall', 'rseq', 'nanosleep', 'clock_nanosleep', 'arch_prctl', 'set_tid_address', 'set_robust_list'}
families = {'AF_UNIX': 1, 'AF_INET': 2, 'AF_INET6': 10}
restricted = next(line for line in lines if line.startswith('RestrictAddressFamilies=')).split('=', 1)[1].split()

LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOW, EPERM = 0x7FFF0000, 0x00050000 | 1
program = [(LOAD, 0, 0, 4), (EQUAL, 1, 0, 0xC000003E), (RETURN, 0, 0, EPERM), (LOAD, 0, 0, 0)]
program += [(EQUAL, 0, 3 + 2 * len(restricted) - 1, numbers['socket']), (LOAD, 0, 0, 16)]
for family in restricted:
    program += [(EQUAL, 0, 1, families[family]), (RETURN, 0, 0, ALLOW)]
program += [(RETURN, 0, 0, EPERM)]
for call in sorted(allowed):
    if call in numbers and call != 'socket':
        program += [(EQUAL, 0, 1, numbers[call]), (RETURN, 0, 0, ALLOW)]
program += [(RETURN, 0, 0, EPERM)]

code = b''.join(struct.pack('HBBI', *step) for step in program)
buffer = ctypes.create_string_buffer(code, len(code))
fprog = struct.pack('HxxxxxxQ', len(program), ctypes.addressof(buffer))
libc = ctypes.CDLL(None, use_errno=True)
if libc.prctl(38, 1, 0, 0, 0) != 0 or libc.prctl(22, 2, fprog, 0, 0) != 0:
    sys.exit(f'the filter was refused: {os.strerror(ctypes.get_errno())}')
os.execvp(command[0], command)
