//! A player of the judge's interface that plays the leftmost column with
//! room, and does something bad instead where it is told to.

use std::ffi::c_int;

#[repr(C)]
pub struct Point {
    x: c_int,
    y: c_int,
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn getPoint(
    _: c_int,
    columns: c_int,
    top: *const c_int,
    _: *const c_int,
    _: c_int,
    _: c_int,
    _: c_int,
    _: c_int,
) -> *mut Point {
    print!("words without an end of line");
    match option_env!("FAULT") {
        Some("crash") => std::process::abort(),
        Some("hang") => loop {
            std::thread::sleep(std::time::Duration::from_secs(1));
        },
        Some("nothing") => return std::ptr::null_mut(),
        Some("floats") => return Box::into_raw(Box::new(Point { x: 0, y: 0 })),
        _ => (),
    }
    let top = unsafe { std::slice::from_raw_parts(top, columns as usize) };
    let y = top.iter().position(|&row| row > 0).unwrap_or(0);
    Box::into_raw(Box::new(Point { x: top[y] - 1, y: y as c_int }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn clearPoint(point: *mut Point) {
    drop(unsafe { Box::from_raw(point) });
}
