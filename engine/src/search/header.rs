//! The head of a group of children in the pool.
//!
//! It is stored in the place of a node: the caller's memory is a slice of
//! nodes, and the children behind a header are borrowed as a slice of nodes as
//! they lie. A type for both would take `unsafe`, or a tag in every node.

use super::node::Node;

/// The head of a group of children, stored instead of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// The node whose children these are, or `None` for a free group.
    pub(super) owner: Option<usize>,
    /// The length of the group in entries, the header included.
    pub(super) length: usize,
}

impl Header {
    const NO_OWNER: u32 = u32::MAX;

    pub(super) const fn free(length: usize) -> Header {
        Header { owner: None, length }
    }
}

impl From<Header> for Node {
    fn from(header: Header) -> Node {
        let owner = match header.owner {
            Some(owner) => owner as u32,
            None => Header::NO_OWNER,
        };
        Node::storing([owner, header.length as u32])
    }
}

impl From<Node> for Header {
    #[inline(always)]
    fn from(stored: Node) -> Header {
        let [owner, length] = stored.stored();
        let owner = match owner {
            Header::NO_OWNER => None,
            owner => Some(owner as usize),
        };
        Header { owner, length: length as usize }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_stored_and_read_back() {
        for owner in [None, Some(0), Some(0xff_ffff)] {
            let header = Header { owner, length: 13 };
            assert_eq!(Header::from(Node::from(header)), header);
        }
    }
}
