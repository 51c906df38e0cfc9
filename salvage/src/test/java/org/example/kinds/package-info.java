/**
 * A module of somebody else: kinds of an index, of a buffer and of a structure, which stores find
 * as services. It uses what is exported, and nothing of the packages of the library.
 */
package org.example.kinds;
