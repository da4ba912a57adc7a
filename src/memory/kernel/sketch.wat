;; How near rows of signs are to a query, about. Assembled into sketch-wasm.ts; test/memory/kernel holds the two equal.
;; A query is two rows of signs, worth 1 and 2: together one of four levels a component, -3, -1, 1 and 3.
(module
  (memory (export "memory") 2)

  ;; Of a row, where it differs from the query, how much each place is worth; from that its cosine, and from that its share.
  (func $share (param $difference i64) (param $one f32) (param $each f32) (param $weight f32) (result f32)
    (f32.mul (local.get $weight)
      (f32.sub (local.get $one) (f32.mul (local.get $each) (f32.convert_i32_u (i32.wrap_i64 (local.get $difference)))))))

  ;; For each of `count` rows of `words` times 64 signs: weight * (one - each * difference). `count` is a multiple of 4; four rows
  ;; at once share each load of the query. Its words are interleaved: 64 signs worth 1, the same 64 worth 2, then the next 64.
  (func (export "shares") (param $query i32) (param $rows i32) (param $words i32) (param $count i32) (param $one f32) (param $each f32) (param $weights i32) (param $out i32)
    (local $outEnd i32) (local $q i32) (local $qEnd i32) (local $stride i32) (local $r1 i32) (local $r2 i32) (local $r3 i32)
    (local $x i64) (local $y i64) (local $signs i64) (local $d0 i64) (local $d1 i64) (local $d2 i64) (local $d3 i64)
    (local.set $outEnd (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $qEnd (i32.add (local.get $query) (i32.shl (local.get $words) (i32.const 4))))
    (local.set $stride (i32.shl (local.get $words) (i32.const 3)))
    (block $done
      (loop $fours
        (br_if $done (i32.ge_u (local.get $out) (local.get $outEnd)))
        (local.set $r1 (i32.add (local.get $rows) (local.get $stride)))
        (local.set $r2 (i32.add (local.get $r1) (local.get $stride)))
        (local.set $r3 (i32.add (local.get $r2) (local.get $stride)))
        (local.set $q (local.get $query))
        (local.set $d0 (i64.const 0))
        (local.set $d1 (i64.const 0))
        (local.set $d2 (i64.const 0))
        (local.set $d3 (i64.const 0))
        (loop $word
          (local.set $x (i64.load (local.get $q)))
          (local.set $y (i64.load offset=8 (local.get $q)))
          (local.set $signs (i64.load (local.get $rows)))
          (local.set $d0 (i64.add (local.get $d0) (i64.add
            (i64.popcnt (i64.xor (local.get $signs) (local.get $x)))
            (i64.shl (i64.popcnt (i64.xor (local.get $signs) (local.get $y))) (i64.const 1)))))
          (local.set $signs (i64.load (local.get $r1)))
          (local.set $d1 (i64.add (local.get $d1) (i64.add
            (i64.popcnt (i64.xor (local.get $signs) (local.get $x)))
            (i64.shl (i64.popcnt (i64.xor (local.get $signs) (local.get $y))) (i64.const 1)))))
          (local.set $signs (i64.load (local.get $r2)))
          (local.set $d2 (i64.add (local.get $d2) (i64.add
            (i64.popcnt (i64.xor (local.get $signs) (local.get $x)))
            (i64.shl (i64.popcnt (i64.xor (local.get $signs) (local.get $y))) (i64.const 1)))))
          (local.set $signs (i64.load (local.get $r3)))
          (local.set $d3 (i64.add (local.get $d3) (i64.add
            (i64.popcnt (i64.xor (local.get $signs) (local.get $x)))
            (i64.shl (i64.popcnt (i64.xor (local.get $signs) (local.get $y))) (i64.const 1)))))
          (local.set $rows (i32.add (local.get $rows) (i32.const 8)))
          (local.set $r1 (i32.add (local.get $r1) (i32.const 8)))
          (local.set $r2 (i32.add (local.get $r2) (i32.const 8)))
          (local.set $r3 (i32.add (local.get $r3) (i32.const 8)))
          (local.set $q (i32.add (local.get $q) (i32.const 16)))
          (br_if $word (i32.lt_u (local.get $q) (local.get $qEnd))))
        (f32.store (local.get $out) (call $share (local.get $d0) (local.get $one) (local.get $each) (f32.load (local.get $weights))))
        (f32.store offset=4 (local.get $out) (call $share (local.get $d1) (local.get $one) (local.get $each) (f32.load offset=4 (local.get $weights))))
        (f32.store offset=8 (local.get $out) (call $share (local.get $d2) (local.get $one) (local.get $each) (f32.load offset=8 (local.get $weights))))
        (f32.store offset=12 (local.get $out) (call $share (local.get $d3) (local.get $one) (local.get $each) (f32.load offset=12 (local.get $weights))))
        ;; The fourth row ends where the next four begin.
        (local.set $rows (local.get $r3))
        (local.set $weights (i32.add (local.get $weights) (i32.const 16)))
        (local.set $out (i32.add (local.get $out) (i32.const 16)))
        (br $fours)))))
