;; Dot products of 8-bit integers, exact in 32 bits. Assembled into dot-wasm.ts; test/memory/kernel holds the two equal.
;; The query is widened to 16 bits beforehand: i32x4.dot_i16x8_s multiplies eight pairs and adds them two by two, and no
;; sum of products of bytes can overflow on the way.
(module
  (memory (export "memory") 2)

  (func $sum (param $lanes v128) (result i32)
    (local.set $lanes (i32x4.add (local.get $lanes)
      (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $lanes) (local.get $lanes))))
    (i32.add (i32x4.extract_lane 0 (local.get $lanes)) (i32x4.extract_lane 1 (local.get $lanes))))

  ;; One query (16 bits a component) with `rows` rows of `stride` bytes; `rows` is a multiple of 4, `stride` of 8.
  ;; Four rows at once share each load of the query.
  (func (export "dots") (param $query i32) (param $matrix i32) (param $rows i32) (param $stride i32) (param $out i32)
    (local $end i32) (local $q i32) (local $qEnd i32) (local $r0 i32) (local $r1 i32) (local $r2 i32) (local $r3 i32)
    (local $x v128) (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $rows) (i32.const 2))))
    (local.set $qEnd (i32.add (local.get $query) (i32.shl (local.get $stride) (i32.const 1))))
    (local.set $r0 (local.get $matrix))
    (block $done
      (loop $fours
        (br_if $done (i32.ge_u (local.get $out) (local.get $end)))
        (local.set $r1 (i32.add (local.get $r0) (local.get $stride)))
        (local.set $r2 (i32.add (local.get $r1) (local.get $stride)))
        (local.set $r3 (i32.add (local.get $r2) (local.get $stride)))
        (local.set $q (local.get $query))
        (local.set $a0 (v128.const i32x4 0 0 0 0))
        (local.set $a1 (v128.const i32x4 0 0 0 0))
        (local.set $a2 (v128.const i32x4 0 0 0 0))
        (local.set $a3 (v128.const i32x4 0 0 0 0))
        (loop $eights
          (local.set $x (v128.load (local.get $q)))
          (local.set $a0 (i32x4.add (local.get $a0) (i32x4.dot_i16x8_s (local.get $x) (v128.load8x8_s (local.get $r0)))))
          (local.set $a1 (i32x4.add (local.get $a1) (i32x4.dot_i16x8_s (local.get $x) (v128.load8x8_s (local.get $r1)))))
          (local.set $a2 (i32x4.add (local.get $a2) (i32x4.dot_i16x8_s (local.get $x) (v128.load8x8_s (local.get $r2)))))
          (local.set $a3 (i32x4.add (local.get $a3) (i32x4.dot_i16x8_s (local.get $x) (v128.load8x8_s (local.get $r3)))))
          (local.set $r0 (i32.add (local.get $r0) (i32.const 8)))
          (local.set $r1 (i32.add (local.get $r1) (i32.const 8)))
          (local.set $r2 (i32.add (local.get $r2) (i32.const 8)))
          (local.set $r3 (i32.add (local.get $r3) (i32.const 8)))
          (local.set $q (i32.add (local.get $q) (i32.const 16)))
          (br_if $eights (i32.lt_u (local.get $q) (local.get $qEnd))))
        (i32.store (local.get $out) (call $sum (local.get $a0)))
        (i32.store offset=4 (local.get $out) (call $sum (local.get $a1)))
        (i32.store offset=8 (local.get $out) (call $sum (local.get $a2)))
        (i32.store offset=12 (local.get $out) (call $sum (local.get $a3)))
        ;; The fourth row ends where the next four begin.
        (local.set $r0 (local.get $r3))
        (local.set $out (i32.add (local.get $out) (i32.const 16)))
        (br $fours))))

  ;; The same for a single row.
  (func (export "dot") (param $query i32) (param $row i32) (param $stride i32) (result i32)
    (local $end i32) (local $sum v128)
    (local.set $end (i32.add (local.get $row) (local.get $stride)))
    (loop $eights
      (local.set $sum (i32x4.add (local.get $sum) (i32x4.dot_i16x8_s (v128.load (local.get $query)) (v128.load8x8_s (local.get $row)))))
      (local.set $query (i32.add (local.get $query) (i32.const 16)))
      (local.set $row (i32.add (local.get $row) (i32.const 8)))
      (br_if $eights (i32.lt_u (local.get $row) (local.get $end))))
    (call $sum (local.get $sum)))

  ;; The square of the length of a weighted sum of `count` rows: where they begin, and what each is multiplied with.
  (func (export "square") (param $starts i32) (param $factors i32) (param $count i32) (param $stride i32) (result f32)
    (local $end i32) (local $at i32) (local $i i32) (local $eight v128) (local $factor v128) (local $low v128) (local $high v128) (local $squares v128)
    (local.set $end (i32.shl (local.get $count) (i32.const 2)))
    (loop $eights
      (local.set $low (v128.const i32x4 0 0 0 0))
      (local.set $high (v128.const i32x4 0 0 0 0))
      (local.set $i (i32.const 0))
      (loop $row
        (local.set $eight (v128.load8x8_s (i32.add (i32.load (i32.add (local.get $starts) (local.get $i))) (local.get $at))))
        (local.set $factor (v128.load32_splat (i32.add (local.get $factors) (local.get $i))))
        (local.set $low (f32x4.add (local.get $low) (f32x4.mul (local.get $factor) (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $eight))))))
        (local.set $high (f32x4.add (local.get $high) (f32x4.mul (local.get $factor) (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $eight))))))
        (local.set $i (i32.add (local.get $i) (i32.const 4)))
        (br_if $row (i32.lt_u (local.get $i) (local.get $end))))
      (local.set $squares (f32x4.add (local.get $squares) (f32x4.add (f32x4.mul (local.get $low) (local.get $low)) (f32x4.mul (local.get $high) (local.get $high)))))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br_if $eights (i32.lt_u (local.get $at) (local.get $stride))))
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $squares)) (f32x4.extract_lane 1 (local.get $squares)))
      (f32.add (f32x4.extract_lane 2 (local.get $squares)) (f32x4.extract_lane 3 (local.get $squares))))))
