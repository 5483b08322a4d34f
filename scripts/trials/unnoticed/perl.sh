# needs: perl
# children reaped by any number, an alarm, and die
perl -e '
    $| = 1; my %status;
    for my $code (1 .. 5) { my $child = fork; exit $code if !$child; $status{$child} = $code }
    while ((my $child = waitpid -1, 0) > 0) { print "wrong\n" if $status{$child} != $? >> 8 }
    local $SIG{ALRM} = sub { die "alarm\n" }; eval { alarm 1; select undef, undef, undef, 30; }; print $@;
    print `echo from a shell`; system "exit 3"; print $? >> 8, "\n"; kill TERM => $$;'
echo "$?"
perl -e 'die "at the end\n"'
echo "$?"
