;; First scores of lines that lie in their order, four at once. Assembled into window-wasm.ts; test/memory/kernel holds the two
;; equal. Links say which of the two lines before (1, 2) and of the two after (4, 8) belong to the window around a line; 16: they
;; lie elsewhere, and who calls works it out.
(module
  (memory (export "memory") 2)

  ;; Four bytes of links, one a lane.
  (func $links (param $at i32) (result v128)
    (i32x4.extend_low_i16x8_u (i16x8.extend_low_i8x16_u (v128.load32_zero (local.get $at)))))

  ;; The shares from `at` on in the lanes whose links have the bit, 0 in the others.
  (func $linked (param $at i32) (param $links v128) (param $bit i32) (result v128)
    (v128.and (v128.load (local.get $at))
      (i32x4.ne (v128.and (local.get $links) (i32x4.splat (local.get $bit))) (v128.const i32x4 0 0 0 0))))

  ;; Writes `trust` times the cosine of each window, and what else counts, into `out`; `count` is a multiple of 4. The shares are
  ;; those from two lines before the first to two after the last.
  ;; Where it is `least` or more, or lies elsewhere, the line's number goes into `passed`. Returns how many do.
  (func (export "scores")
    (param $shares i32) (param $scales i32) (param $lengths i32) (param $askings i32) (param $extras i32) (param $links i32) (param $out i32) (param $passed i32) (param $count i32)
    (param $trust f32) (param $beside f32) (param $second f32) (param $length f32) (param $asking f32) (param $least f32) (result i32)
    (local $i i32) (local $at i32) (local $link v128) (local $score v128) (local $bits i32) (local $end i32)
    (local.set $end (local.get $passed))
    (block $done
      (loop $fours
        (br_if $done (i32.ge_u (local.get $i) (local.get $count)))
        (local.set $at (i32.shl (local.get $i) (i32.const 2)))
        (local.set $link (call $links (i32.add (local.get $links) (local.get $i))))
        (local.set $score (f32x4.mul (f32x4.splat (local.get $trust)) (f32x4.mul
          (v128.load (i32.add (local.get $scales) (local.get $at)))
          (f32x4.add
            (v128.load offset=8 (i32.add (local.get $shares) (local.get $at)))
            (f32x4.add
              (f32x4.mul (f32x4.splat (local.get $beside)) (f32x4.add
                (call $linked (i32.add (i32.add (local.get $shares) (local.get $at)) (i32.const 4)) (local.get $link) (i32.const 1))
                (call $linked (i32.add (i32.add (local.get $shares) (local.get $at)) (i32.const 12)) (local.get $link) (i32.const 4))))
              (f32x4.mul (f32x4.splat (local.get $second)) (f32x4.add
                (call $linked (i32.add (local.get $shares) (local.get $at)) (local.get $link) (i32.const 2))
                (call $linked (i32.add (i32.add (local.get $shares) (local.get $at)) (i32.const 16)) (local.get $link) (i32.const 8)))))))))
        (local.set $score (f32x4.add (local.get $score) (f32x4.add
          (v128.load (i32.add (local.get $extras) (local.get $at)))
          (f32x4.add
            (f32x4.mul (f32x4.splat (local.get $length)) (v128.load (i32.add (local.get $lengths) (local.get $at))))
            (f32x4.mul (f32x4.splat (local.get $asking)) (v128.load (i32.add (local.get $askings) (local.get $at))))))))
        (v128.store (i32.add (local.get $out) (local.get $at)) (local.get $score))
        (local.set $bits (i32x4.bitmask (v128.or
          (f32x4.ge (local.get $score) (f32x4.splat (local.get $least)))
          (i32x4.ge_s (local.get $link) (v128.const i32x4 16 16 16 16)))))
        (block $none
          (loop $each
            (br_if $none (i32.eqz (local.get $bits)))
            (i32.store (local.get $end) (i32.add (local.get $i) (i32.ctz (local.get $bits))))
            (local.set $end (i32.add (local.get $end) (i32.const 4)))
            (local.set $bits (i32.and (local.get $bits) (i32.sub (local.get $bits) (i32.const 1))))
            (br $each)))
        (local.set $i (i32.add (local.get $i) (i32.const 4)))
        (br $fours)))
    (i32.shr_u (i32.sub (local.get $end) (local.get $passed)) (i32.const 2))))
