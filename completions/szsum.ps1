# Completion of szsum for PowerShell, made by szsum --generate=powershell.

Register-ArgumentCompleter -Native -CommandName szsum -ScriptBlock {
    param($word, $ast, $cursor)
    $options = [ordered]@{
        '-a' = 'one of the following six; default sha256'
        '--algorithm' = 'one of the following six; default sha256'
        '--sha256' = 'SHA-256'
        '--blake2b' = 'BLAKE2b'
        '--blake2bp' = 'BLAKE2bp'
        '--hash' = 'StringZilla''s 64-bit hash'
        '--multihash' = 'the same with several seeds'
        '--bytesum' = 'the sum of all bytes'
        '-l' = 'digest length in bits, a multiple of 8'
        '--length' = 'digest length in bits, a multiple of 8'
        '--seed' = 'seed of hash, decimal or 0x; default 0'
        '--seeds' = 'seeds of multihash: 0,42,8-15; default 0-7'
        '--key' = 'key, up to 64 bytes; others can see it'
        '--key-file' = 'take the key''s bytes from FILE'
        '--salt' = 'salt, up to 16 bytes'
        '--personal' = 'personalization, up to 16 bytes'
        '--fanout' = 'children of a node; default 1'
        '--max-depth' = 'depth of the tree; default 1'
        '--max-leaf-length' = 'bytes of a leaf; default 0'
        '--node-offset' = 'position of the node; default 0'
        '--node-depth' = 'depth of the node; default 0'
        '--inner-hash-length' = 'bytes of inner digests; default 0'
        '--last-node' = 'the node is the last one of its depth'
        '-r' = 'each file under the folders given'
        '--recursive' = 'each file under the folders given'
        '--files0-from' = 'the files named in FILE, each name ended by NUL'
        '--lines' = 'each line of each file'
        '--null-data' = 'lines end in NUL, not in newline'
        '--strip-cr' = 'a CR before the newline is no data'
        '-c' = 'read digests from the FILEs and check them'
        '--check' = 'read digests from the FILEs and check them'
        '--ignore-missing' = 'pass over files that do not exist'
        '--quiet' = 'print no OK for good files'
        '--status' = 'print nothing, the exit status tells'
        '-w' = 'tell of each malformed line'
        '--warn' = 'tell of each malformed line'
        '--strict' = 'exit 1 if any line is malformed'
        '--require' = 'exit 1 unless NAME is listed and good'
        '--tag' = 'lines in BSD''s form'
        '-z' = 'end lines with NUL, do not escape names'
        '--zero' = 'end lines with NUL, do not escape names'
        '-b' = 'mark names with ''*''; all input is binary'
        '--binary' = 'mark names with ''*''; all input is binary'
        '-t' = 'mark names with a blank (default)'
        '--text' = 'mark names with a blank (default)'
        '--base64' = 'digests in base64'
        '--raw' = 'the digests'' bytes and nothing else'
        '--json' = 'an object of JSON a line'
        '--show-line' = 'the line after its digest; with --lines'
        '-o' = 'write to FILE, and only when all is done'
        '--output' = 'write to FILE, and only when all is done'
        '--stats' = 'tell amounts and speed at the end'
        '--progress' = 'show progress: auto, always or never'
        '--backend' = 'instructions to use; default auto'
        '--list-backends' = 'tell what this machine can do'
        '--benchmark' = 'measure all kernels, over the text of FILE'
        '--benchmark-time' = 'how long --benchmark takes; default 30'
        '-j' = 'workers; default one a processor'
        '--jobs' = 'workers; default one a processor'
        '--mmap' = 'map files into memory'
        '--no-mmap' = 'read files'
        '--help' = 'print this and exit'
        '--version' = 'print the version and exit'
    }
    $values = @{
        '-a' = { 'sha256', 'blake2b', 'blake2bp', 'hash', 'multihash', 'bytesum' }
        '--algorithm' = { 'sha256', 'blake2b', 'blake2bp', 'hash', 'multihash', 'bytesum' }
        '-l' = { }
        '--length' = { }
        '--seed' = { }
        '--seeds' = { }
        '--key' = { }
        '--salt' = { }
        '--personal' = { }
        '--fanout' = { }
        '--max-depth' = { }
        '--max-leaf-length' = { }
        '--node-offset' = { }
        '--node-depth' = { }
        '--inner-hash-length' = { }
        '--require' = { }
        '--progress' = { 'auto', 'always', 'never' }
        '--backend' = { & $command --generate=backends 2>$null }
        '--benchmark-time' = { }
        '-j' = { }
        '--jobs' = { }
    }
    $command = $ast.CommandElements[0].ToString()
    $before = @($ast.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { $_.ToString() })
    $option, $start, $prefix = $before[-1], $word, ''
    if ($word -match '^(--[a-z0-9-]+=)(.*)$') {
        $prefix, $start = $Matches[1], $Matches[2]
        $option = $prefix.TrimEnd('=')
    }
    if ($values.Contains($option)) {
        & $values[$option] | Where-Object { $_.StartsWith($start) } | ForEach-Object {
            [System.Management.Automation.CompletionResult]::new("$prefix$_", $_, 'ParameterValue', $_)
        }
        return
    }
    $options.Keys | Where-Object { $word.StartsWith('-') -and $_.StartsWith($word) } | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterName', $options[$_])
    }
}
