/**
 * Disks that lose power, fail and lie, and drivers that cut or spoil a workload at every call to
 * them; part of the module's test-jar, for every kind of store.
 *
 * <p>A {@link org.flashgrove.storage.crash.CrashScenario} opens stores and knows what each step of
 * its workload leaves. {@link org.flashgrove.storage.crash.CrashExplorer} runs it on a {@link
 * org.flashgrove.storage.crash.CrashDisk} and checks the states that {@link
 * org.flashgrove.storage.crash.PowerCuts} finds possible at each call. {@link
 * org.flashgrove.storage.crash.FaultExplorer} runs it on a {@link
 * org.flashgrove.storage.crash.FaultyDisk}, once for each call and {@link
 * org.flashgrove.storage.crash.FaultKind}.
 */
package org.flashgrove.storage.crash;
